import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@lintel/contract/fault'
import type { HappeningId } from '@lintel/contract/wire'
import type { Clock } from '../clock/clock.ts'
import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import type { Parameters } from './parameters.ts'

/** Seconds of the device's clock that a trial has to be confirmed. */
export const TRIAL_SECONDS = 120

/** A trial, as it stands in the database until it is confirmed or dismissed. */
export interface TrialRecord {
  state: 'running' | 'unconfirmed' | 'restarted'
  /** Who started it. */
  user: string
  /** What whoever started it wants to remember. */
  note: Record<string, string>
  /** UTC milliseconds at which it got into this state. */
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
 * Parameters on trial: their values count, but what is stored stays the old ones, so that whatever
 * ends the process ends the trial too. One at a time. It is over, and nothing goes back, when plain
 * writes have set all of them.
 */
export interface Trial {
  /**
   * Starts one and gives its ticket, 256 random bits. The same account's last one ends.
   * @throws Refusal as `parameters.update` does; `busy` while somebody else's runs
   */
  start(given: TrialStart): string
  /** Stores what is on trial when this is its ticket, and says whose it was; else undefined. */
  confirm(ticket: string): string | undefined
  /** Ends the one that runs as if it had never been. */
  withdraw(): void
  /** Undefined when none runs and none went back since the last was dismissed. */
  record(): TrialRecord | undefined
  dismiss(): void
  /** Stops the clock of one that runs; the next start of the device ends it. */
  close(): void
}

export interface TrialParts {
  database: Database
  parameters: Parameters
  clock: Clock
  log: Log
  /** Told that a trial went back. */
  onReverted: (record: TrialRecord) => void
}

/** Takes up what the last run left: a trial that ran then has ended with it. */
export function openTrial({ database, parameters, clock, log, onReverted }: TrialParts): Trial {
  let record: TrialRecord | undefined
  /** The one that runs: what its ticket's hash is, and its end. */
  let running: { hash: Buffer; timer: AbortController } | undefined

  /** The ticket needs no place in it: a restart ends the trial. */
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

  /** What was on trial counts no more, whether or not there is room to write that down. */
  function revert(state: 'unconfirmed' | 'restarted'): void {
    if (!record) return
    stop()
    record = { ...record, state, at: clock.now() }
    try {
      write(record)
    } catch (cause) {
      log.error({ err: cause }, 'the end of a trial could not be written down')
    }
    parameters.dropAttempt()
    log.warn({ user: record.user, ...record.note }, `trial went back: ${state}`)
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
    endIfOver()
    if (!timer.signal.aborted) revert('unconfirmed')
  }

  /** What plain writes have set counts for good: without anything else on trial nothing can go back. */
  function endIfOver(): void {
    if (!running || parameters.attempting()) return
    stop()
    forget()
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
      parameters.keepAttempt(() => database.run('DELETE FROM trial'))
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

/** The id under which the bench's log tells that what a note tells of went back. */
export const revertedAs = (note: TrialRecord['note']): HappeningId =>
  note['policy'] === undefined ? 'trial.reverted' : 'trial.securityReverted'

const hashOf = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()
