import { randomBytes } from 'node:crypto'
import { roleOf } from '@lintel/contract/access'
import { listParameters } from '@lintel/contract/calls/parameters'
import type {
  MissingGroup,
  ParameterList,
  ParameterValues,
} from '@lintel/contract/calls/parameters'
import type { Definition } from './definition.ts'
import type { ParameterTexts } from './parameter-texts.ts'
import type { ParameterTree } from './parameter-tree.ts'
import { STARS } from './rights.ts'

/** Lists of parameters, prepared for the next request for the same. */
export interface ParameterLists {
  /** As `Parameters.list`. */
  list(selectors: readonly string[], caller: readonly string[]): ParameterList
}

/** How many lists are kept, and the longest request of which one is, in characters. */
const KEPT = 32
const LONGEST_KEY = 500

/** Stands for a live value in a prepared text. Nobody can guess it, so no request contains it. */
const PLACE = randomBytes(16).toString('hex')

/** What a list consists of until a parameter changes. */
interface Prepared {
  found: readonly Definition[]
  missing: readonly MissingGroup[]
  /** The text of the list around its live values, in order. */
  between: readonly string[]
  live: readonly Definition[]
  /** The list that was sent last, with its live values; `fresh` in the same turn of the event loop. */
  latest?: { values: readonly string[]; encoded: Uint8Array; fresh: boolean }
}

/**
 * Opens the lists of a tree. Selecting and writing all parameters takes longer than the rest of the
 * request, so all that only changes with the parameters is done once for all callers of a role.
 * Live values are computed in every turn of the event loop in which the list is read; while they
 * are the same, so is the list.
 */
export function openLists(tree: ParameterTree, texts: ParameterTexts): ParameterLists {
  const kept = new Map<string, Prepared>()
  let revision = texts.revision()

  const textOf = (definition: Definition): string =>
    definition.type.kind === 'password' ? STARS : texts.of(definition)

  function prepare(selectors: readonly string[], caller: readonly string[]): Prepared {
    const { found, missing } = tree.select(selectors, caller, ({ hidden }) => !hidden)
    const live = found.filter(isLive)
    const values = new Map(
      found.map((one) => [one.name, isLive(one) ? PLACE : textOf(one)] as const),
    )
    const between = listParameters.format.encode({ values, missing }).split(PLACE)
    return { found, missing, between, live }
  }

  function prepared(selectors: readonly string[], caller: readonly string[]): Prepared {
    if (texts.revision() !== revision) {
      revision = texts.revision()
      kept.clear()
    }
    const key = `${roleOf(caller) ?? ''} ${selectors.join(',')}`
    const known = kept.get(key)
    if (known) return known
    const made = prepare(selectors, caller)
    if (key.length > LONGEST_KEY) return made
    const oldest = kept.size < KEPT ? undefined : kept.keys().next().value
    if (oldest !== undefined) kept.delete(oldest)
    kept.set(key, made)
    return made
  }

  return {
    list: (selectors, caller) => new PreparedList(prepared(selectors, caller), textOf),
  }
}

const isLive = ({ type, value }: Definition): boolean => 'live' in value && type.kind !== 'password'

const encode = (between: readonly string[], values: readonly string[]): Uint8Array =>
  Buffer.from(between.map((part, at) => part + (values[at] ?? '')).join(''))

/** A class, so that the map of values is made only for those who read it. */
class PreparedList implements ParameterList {
  private readonly prepared: Prepared
  private readonly textOf: (definition: Definition) => string

  constructor(prepared: Prepared, textOf: (definition: Definition) => string) {
    this.prepared = prepared
    this.textOf = textOf
  }

  get values(): ParameterValues {
    return new Map(this.prepared.found.map((one) => [one.name, this.textOf(one)] as const))
  }

  get missing(): readonly MissingGroup[] {
    return this.prepared.missing
  }

  get encoded(): Uint8Array {
    const { between, live, latest: last } = this.prepared
    if (last?.fresh) return last.encoded
    const values = live.map(this.textOf)
    const isSame = last && values.every((value, at) => value === last.values[at])
    const latest = isSame ? last : { values, encoded: encode(between, values), fresh: true }
    latest.fresh = true
    setImmediate(() => (latest.fresh = false))
    this.prepared.latest = latest
    return latest.encoded
  }
}
