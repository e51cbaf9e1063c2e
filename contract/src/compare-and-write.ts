import type { CallOptions } from './client.ts'
import { DeviceFault } from './fault.ts'

/** Somebody else changed the record after it was read. */
export class ChangedMeanwhile<S> extends Error {
  /** The record as it is now. */
  readonly now: S
  constructor(now: S) {
    super('somebody else changed it in the meantime')
    this.name = 'ChangedMeanwhile'
    this.now = now
  }
}

export interface CompareAndWrite<S, R> {
  /**
   * Reads the record; passes `onVersion` to the call whose version the write depends on, and makes
   * that call first.
   */
  read: (options: Pick<CallOptions, 'onVersion'>) => Promise<S>
  /**
   * Whether what was read may be replaced: it is what the person has seen, or what they want already.
   */
  expected: (now: S) => boolean
  /**
   * Writes over `now`; passes `ifMatch`, absent where the device tells no version, to the call that
   * writes.
   */
  write: (now: S, options: Pick<CallOptions, 'ifMatch'>) => Promise<R>
}

/** How often a write is attempted while something else of the same version keeps changing. */
const TRIES = 3

/**
 * Writes unless somebody else changed the record since it was seen. The device refuses a write whose
 * version is old, so nothing is lost between the comparison and the write either; where only other
 * parts changed, the comparison passes again and the write is repeated.
 * @throws ChangedMeanwhile, or what `read` and `write` throw
 */
export async function compareAndWrite<S, R>(steps: CompareAndWrite<S, R>): Promise<R> {
  const { read, expected, write } = steps
  for (let left = TRIES; ; left -= 1) {
    let version: string | undefined
    const now = await read({
      onVersion: (current) => {
        version = current
      },
    })
    if (!expected(now)) throw new ChangedMeanwhile(now)
    try {
      return await write(now, version === undefined ? {} : { ifMatch: version })
    } catch (fault) {
      const conflict = fault instanceof DeviceFault && fault.kind === 'conflict'
      if (!conflict || version === undefined || left <= 1) throw fault
    }
  }
}
