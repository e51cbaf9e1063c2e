import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@lintel/contract/fault'
import type { HappeningId } from '@lintel/contract/wire'
import type { Clock } from '../clock/clock.ts'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import type { Parameters } from './parameters.ts'

/** Seconds of the device's clock until an unconfirmed trial reverts. */
export const TRIAL_SECONDS = 120

/** A trial as stored in the database until it is confirmed or dismissed. */
export interface TrialRecord {
  state: 'running' | 'unconfirmed' | 'restarted'
  /** Who started it. */
  user: string
  /** Data of the caller that started it. */
  note: Record<string, string>
  /** UTC milliseconds of its last change of state. */
  at: number
}

export interface TrialStart {
  values: Readonly<Record<string, string>>
  user: string
  /** The groups of that account. */
  groups: readonly string[]
  note: Record<string, string>
}

/**
 * Parameters on trial: their new values are in effect but not stored, so the trial ends with the
 * process. One at a time. It also ends, with nothing to revert, when plain writes have set all of
 * its parameters.
 */
export interface Trial {
  /**
   * Starts a trial and returns its ticket, 256 random bits. Replaces an earlier one of the same
   * account.
   * @throws Refusal as `parameters.update` does; `busy` during a trial of somebody else
   */
  start(input: TrialStart): string
  /**
   * Stores the values on trial if the ticket is right, and returns who started it; undefined
   * otherwise.
   */
  confirm(ticket: string): string | undefined
  /** Reverts the running trial without a trace. */
  withdraw(): void
  /** Undefined if no trial runs and none has reverted since the last one was dismissed. */
  record(): TrialRecord | undefined
  dismiss(): void
  /** Stops the timer of a running trial; the next start of the device ends it. */
  close(): void
}

export interface TrialParts {
  database: Database
  parameters: Parameters
  clock: Clock
  log: Log
  /** Notifies that a trial was reverted. */
  onReverted: (record: TrialRecord) => void
}

/** A trial that was running when the last process ended has ended with it. */
export function openTrial({ database, parameters, clock, log, onReverted }: TrialParts): Trial {
  let record: TrialRecord | undefined
  /** The running trial: the hash of its ticket, and its timer. */
  let running: { hash: Buffer; timer: AbortController } | undefined

  /** The ticket is not stored: a restart ends the trial. */
  function write({ state, user, note, at }: TrialRecord): void {
    database.run(
      'REPLACE INTO trial (id, state, user, note, at) VALUES (1, ?, ?, ?, ?)',
      state,
      user,
      JSON.stringify(note),
      at,
    )
  }

  function stop(): void {
    running?.timer.abort()
    running = undefined
  }

  function forget(): void {
    record = undefined
    database.run('DELETE FROM trial')
  }

  /** The values on trial lose effect whether or not that can be stored. */
  function revert(state: 'unconfirmed' | 'restarted'): void {
    if (!record) return
    stop()
    record = { ...record, state, at: clock.now() }
    try {
      write(record)
    } catch (cause) {
      log.error({ err: cause }, 'could not store the end of a trial')
    }
    parameters.dropAttempt()
    log.warn({ user: record.user, ...record.note }, `trial reverted: ${state}`)
    onReverted(record)
  }

  function load(): void {
    stop()
    const row = database.get('SELECT state, user, note, at FROM trial')
    record = row && {
      state: row['state'] as TrialRecord['state'],
      user: String(row['user']),
      note: JSON.parse(String(row['note'])) as Record<string, string>,
      at: Number(row['at']),
    }
    if (record?.state === 'running') revert('restarted')
  }

  async function limit(timer: AbortController): Promise<void> {
    await clock.wait(TRIAL_SECONDS * 1000, timer.signal).catch(() => undefined)
    // Another trial may have replaced it.
    if (timer.signal.aborted) return
    if (parameters.attempting()) revert('unconfirmed')
    else endIfOver()
  }

  /** Plain writes are final: when nothing else is on trial, nothing can revert. */
  function endIfOver(): void {
    if (!running || parameters.attempting()) return
    stop()
    try {
      forget()
    } catch (cause) {
      // The write that ended it is stored, and must not be reported as failed.
      log.error({ err: cause }, 'could not store the end of a trial')
    }
  }

  load()
  parameters.subscribe('root', endIfOver)
  database.onRestored(load)

  return {
    start({ values, user, groups, note }) {
      if (running && record?.user !== user) {
        throw new Refusal('busy', 'Another change is on trial; it ends within two minutes.')
      }
      const ticket = randomBytes(32).toString('base64url')
      const begun: TrialRecord = { state: 'running', user, note, at: clock.now() }
      parameters.attempt(values, groups, () => write(begun))
      stop()
      record = begun
      running = { hash: hashOf(ticket), timer: new AbortController() }
      void limit(running.timer)
      return ticket
    },
    confirm(ticket) {
      if (!running || !record || !timingSafeEqual(hashOf(ticket), running.hash)) return undefined
      const { user } = record
      parameters.commitAttempt(() => database.run('DELETE FROM trial'))
      stop()
      record = undefined
      return user
    },
    withdraw() {
      stop()
      parameters.dropAttempt()
      forget()
    },
    record: () => record,
    dismiss() {
      if (!running) forget()
    },
    close: stop,
  }
}

/** Id of the bench log's entry for a reverted trial, by what its note says. */
export const revertedAs = (note: TrialRecord['note']): HappeningId =>
  note['policy'] === undefined ? 'trial.reverted' : 'trial.securityReverted'

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()
