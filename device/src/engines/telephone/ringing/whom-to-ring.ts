import type { CallInformation } from '@lintel/contract/phonebook-entries'
import { fullName } from '@lintel/contract/rules/phonebook'
import type { Phonebook } from '../../../state/phonebook/phonebook.ts'
import type { StoredEntry } from '../../../state/phonebook/rows.ts'

/** Why somebody is passed over. */
export type Skipped = 'notNow' | 'noAddress' | 'vmsOff'

/** What to do next. `name`: of whom, for people. */
export type Step =
  /** Call an address with an account; empty: the default one. */
  | { do: 'call'; name: string; address: string; account: string }
  /** Tell the video management software (VMS). */
  | { do: 'tell'; name: string }
  | { do: 'skip'; name: string; why: Skipped }

export interface RingingRules {
  phonebook: Pick<Phonebook, 'find' | 'childrenOf'>
  /** Whether a schedule is active at this moment; undefined if there is none with this EventID. */
  isActive(schedule: string): boolean | undefined
  /** The account that calls for this id, which may be empty or that of an account that is gone. */
  accountFor(id: string): string
  /** Whether the VMS is told of calls. */
  tellsVms(): boolean
}

/**
 * Decides whom to ring, one step at a time: take the next step when the last one has led to no call
 * with somebody. The phonebook and the schedules are read when a step is taken.
 *
 * An entry is rung at its own addresses in order, as far as they are available now, then its
 * recipients in order, then its fallback. Each entry and each address has one turn at most, so
 * fallbacks that lead back to one another come to an end.
 * @param start id of a contact, a call group or the rule of the call button
 */
export function* whomToRing(rules: RingingRules, start: string): Generator<Step, void> {
  const { phonebook } = rules
  const tried = new Set<string>()

  const availableNow = ({ scheduleIds }: CallInformation): boolean =>
    scheduleIds.length === 0 || scheduleIds.some((id) => rules.isActive(id) === true)

  function* calling(call: CallInformation, name: string): Generator<Step, void> {
    if (call.type === 'VMS') {
      if (rules.tellsVms()) yield { do: 'tell', name }
      else yield { do: 'skip', name, why: 'vmsOff' }
      return
    }
    const { address } = call
    const account = rules.accountFor(call.accountid)
    const line = JSON.stringify([account, address])
    if (tried.has(line)) return
    tried.add(line)
    yield { do: 'call', name: name || address, address, account }
  }

  /** Rings one entry alone. */
  function* ringing(entry: StoredEntry): Generator<Step, void> {
    const name = nameOf(entry)
    const calls = entry.record.callInformation ?? []
    let available = false
    for (const call of calls) {
      if (!availableNow(call)) continue
      available = true
      yield* calling(call, name)
    }
    const expected = calls.length > 0 || entry.type === 'Person'
    if (expected && !available) {
      yield { do: 'skip', name, why: calls.length > 0 ? 'notNow' : 'noAddress' }
    }
  }

  /** The children of an entry in the order in which they are rung. */
  function childrenOf(entry: StoredEntry): string[] {
    const children = phonebook.childrenOf(entry)
    const isFallback = (child: string) => phonebook.find(child)?.type === 'Fallback'
    const fallbacks = children.filter(isFallback)
    return [...children.filter((child) => !fallbacks.includes(child)), ...fallbacks]
  }

  // A list and no recursion: a chain of fallbacks can be as long as the phonebook.
  const waiting = [start]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const entry = phonebook.find(id)
    if (!entry || tried.has(id)) continue
    tried.add(id)
    yield* ringing(entry)
    waiting.push(...childrenOf(entry).toReversed())
  }
}

/** The name of an entry for people; empty for an address without one. */
export const nameOf = (entry: StoredEntry): string =>
  entry.type === 'Person' ? fullName(entry) : entry.label
