import type { CallOptions } from '@lintel/contract/client'
import { ChangedMeanwhile, compareAndWrite } from '@lintel/contract/compare-and-write'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import { queryOptions } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { queryClient } from '../query-client.ts'
import { sameRecord } from './same-record.ts'

/** What several settings may share: the device state that a page reads at once. */
export interface Reading<S> {
  key: QueryKey
  /**
   * Reads the state. The options go to the call whose version the write depends on; that call is
   * made before any other whose answer is compared.
   */
  read: (options: CallOptions) => Promise<S>
  /** Queries of other pages that show the same state; they are refetched after each write. */
  alsoShown?: readonly QueryKey[]
}

/** What a save is based on. */
export interface Basis<V> {
  /** The values that the person has seen. */
  before: V
  /** The names of the values that they changed. */
  changed: ReadonlySet<string>
}

export interface SettingOptions<S, V, O> extends Reading<S> {
  /**
   * Id of the call that writes, for the fault when the device accepts but stores something else.
   */
  call: string
  /** The form's values in the state; undefined when the object they belong to is gone. */
  values: (state: S) => V | undefined
  /** Whether the device has the same stored in both; by default every value is equal. */
  same?: (one: V, other: V) => boolean
  /** Completes the form's values for a save, where hidden fields keep theirs. */
  effective?: (typed: V, before: V) => V
  /** Whether the device's state matches `sent`; `same` by default. */
  stores?: (state: S, sent: V, before: V) => boolean
  /**
   * Whether reading the state proves that an unanswered save arrived; `stores` by default. A
   * password, for one, can't be read.
   */
  proves?: (state: S, sent: V, basis: Basis<V>) => boolean
  /**
   * Stores the values, and waits as long as the device takes to settle.
   * @returns where the page continues when the device can't be read here any more; else undefined
   * @throws PartlySaved
   */
  write: (
    sent: V,
    using: Basis<V> & { now: S; options: Pick<CallOptions, 'ifMatch'> },
  ) => Promise<O | undefined>
}

/** The outcome of a save: the state that was read back, or where the page continues. */
export type Saved<V, O> = { stored: V } | { elsewhere: O }

export interface StoredSetting<S, V, O = never> {
  /** Reads the state, for `useQuery`. */
  query: ReturnType<typeof readingQuery<S>>
  values: (state: S) => V | undefined
  same: (one: V, other: V) => boolean
  proves: (state: S, sent: V, basis: Basis<V>) => boolean
  /**
   * Saves unless somebody else changed the setting, and reads it back.
   * @throws ChangedMeanwhile with the current values; Gone; PartlySaved; DeviceFault, also when the
   * device accepts but stores something else
   */
  save: (sent: V, basis: Basis<V>) => Promise<Saved<V, O>>
}

/** The object that the setting belongs to no longer exists; the query shows that too. */
class Gone extends Error {}

/** The settings are stored, but what was to follow failed with this `cause`. */
export class PartlySaved extends Error {
  /** The names of the form's values that are not stored, if the others are. */
  readonly left: readonly string[] | undefined
  constructor(message: string, { left, ...options }: ErrorOptions & { left?: readonly string[] }) {
    super(message, options)
    this.left = left
  }
}

/** The query of a reading. */
export const readingQuery = <S>({ key, read }: Reading<S>) =>
  queryOptions({ queryKey: key, queryFn: ({ signal }) => read({ signal }) })

/**
 * A device setting that several people may change: its query, and a save that compares before
 * writing, reads back what it wrote and updates the query cache.
 */
export function storedSetting<S, V extends object, O = never>(
  setting: SettingOptions<S, V, O>,
): StoredSetting<S, V, O> {
  const { key, read, alsoShown = [], call, values, same = sameRecord, write } = setting
  const {
    effective = (typed) => typed,
    stores = (state, sent) => {
      const now = values(state)
      return now !== undefined && same(now, sent)
    },
    proves = (state, sent, { before }) => stores(state, sent, before),
  } = setting

  async function readAgain(): Promise<void> {
    const others = alsoShown.map((queryKey) =>
      queryClient.invalidateQueries({ queryKey, exact: true }),
    )
    await Promise.all(others)
  }

  function valuesOf(state: S): V {
    const now = values(state)
    if (now !== undefined) return now
    queryClient.setQueryData(key, state)
    throw new Gone()
  }

  /** Writes, or publishes what somebody else has stored. */
  async function writeOver(sent: V, basis: Basis<V>): Promise<O | undefined> {
    const { before } = basis
    try {
      return await compareAndWrite({
        read,
        expected: (now) => same(valuesOf(now), before) || stores(now, sent, before),
        write: (now, options) => write(sent, { ...basis, now, options }),
      })
    } catch (fault) {
      if (!(fault instanceof ChangedMeanwhile)) throw fault
      const now = fault.now as S
      queryClient.setQueryData(key, now)
      throw new ChangedMeanwhile(valuesOf(now))
    }
  }

  return {
    query: readingQuery(setting),
    values,
    same,
    proves: (state, typed, basis) => proves(state, effective(typed, basis.before), basis),
    async save(typed, basis) {
      const sent = effective(typed, basis.before)
      try {
        const elsewhere = await writeOver(sent, basis)
        if (elsewhere !== undefined) return { elsewhere }
        const after = await read({})
        queryClient.setQueryData(key, after)
        await readAgain()
        if (!stores(after, sent, basis.before)) throw new DeviceFault('refused', call, '')
        return { stored: valuesOf(after) }
      } catch (fault) {
        // Without an answer, nobody knows what the device did; other queries may show it.
        if (isLost(fault)) void queryClient.invalidateQueries()
        else if (!(fault instanceof ChangedMeanwhile)) {
          void queryClient.invalidateQueries({ queryKey: key })
          void readAgain()
        }
        throw fault
      }
    },
  }
}
