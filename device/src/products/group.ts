import type { Role } from '@lintel/contract/access'
import type { Codec, Codecs, ParameterType, ValueOf } from '@lintel/contract/parameters/codec'
import type { Rule } from '@lintel/contract/rules/problem'
import type { Definition, Facts } from '../state/definition.ts'

interface Rights {
  read: Role
  write: Role | 'never'
}

/** How the device stores a parameter; the defaults come from its group's rights and its codec. */
export interface Entry<T> extends Partial<Rights> {
  value: { factory: (serial: string) => T } | { live: (facts: Facts) => T }
  rule?: Rule
  /** What the product takes of the values that the codec allows. */
  among?: readonly string[]
  hidden?: boolean
  preserved?: boolean
}

/** A factory value, or a full entry. */
type EntryInput<T> = T | Entry<T>

/** The entries of a group's parameters, by their names in it, in list order. */
export type Entries<P extends string, C extends Codecs> = {
  readonly [N in keyof C as N extends `root.${P}.${infer Inside}` ? Inside : never]?: EntryInput<
    ValueOf<C[N]>
  >
}

function entryOf<T>(input: EntryInput<T>): Entry<T> {
  const isEntry = typeof input === 'object' && input !== null && 'value' in input
  return isEntry ? input : { value: { factory: () => input } }
}

/** A factory value that depends on the unit. */
export const perUnit = <T>(factory: (serial: string) => T): Entry<T> => ({ value: { factory } })

/** A value that is computed on every read and never stored. */
export const live = <T>(compute: (facts: Facts) => T): Entry<T> => ({ value: { live: compute } })

export const hidden = <T>(input: EntryInput<T>): Entry<T> => ({ ...entryOf(input), hidden: true })
/** Keeps its value in a restore that keeps the IP settings. */
export const preserved = <T>(input: EntryInput<T>): Entry<T> => ({
  ...entryOf(input),
  preserved: true,
})
/** Only the device itself changes it. */
export const fixed = <T>(input: EntryInput<T>): Entry<T> => ({ ...entryOf(input), write: 'never' })
/** One of these of the values that the codec allows. */
export const among = <T>(values: readonly string[], input: EntryInput<T>): Entry<T> => ({
  ...entryOf(input),
  among: values,
})
/** A text whose rule is known to the device only. */
export const ruled = (rule: Rule, input: EntryInput<string>): Entry<string> => ({
  ...entryOf(input),
  rule,
})

/** The parameters of a group below `root`. The rights apply unless an entry overrides them. */
export function group<const P extends string, C extends Codecs>(
  name: P,
  codecs: C,
  rights: Rights,
  entries: Entries<P, C>,
): Definition[] {
  return Object.entries(entries).map(([inside, input]) => {
    const full = `root.${name}.${inside}`
    const codec = codecs[full]
    if (!codec) throw new TypeError(`no parameter ${full}`)
    return definitionOf(full, codec, { ...rights, ...entryOf<unknown>(input) })
  })
}

/** The maximum length of a computed value. */
const LIVE_MAX = 4096

function definitionOf(
  name: string,
  codec: Codec<unknown>,
  { value, rule, among, read, write, hidden = false, preserved = false }: Entry<unknown> & Rights,
): Definition {
  const rest = { name, codec, read, write, hidden, preserved }
  if ('live' in value) {
    return {
      ...rest,
      type: { kind: 'string', max: LIVE_MAX },
      value: { live: (facts) => codec.encode(value.live(facts)) },
    }
  }
  return {
    ...rest,
    type: typeOf(codec, rule, among),
    value: { factory: (serial) => codec.encode(value.factory(serial)) },
  }
}

function typeOf(
  { type }: Codec<unknown>,
  rule: Rule | undefined,
  among: readonly string[] | undefined,
): ParameterType {
  if (among && type.kind === 'enum') return { ...type, values: among }
  return rule && type.kind === 'string' ? { ...type, rule } : type
}
