import type { LoggedCall } from '@lintel/contract/calls/call-log'
import { setImmediate as turn } from 'node:timers/promises'
import { openCallLog } from '../call-log.ts'
import { openDatabase } from '../database.ts'

/** A call for the log. */
export type PastCall = Omit<LoggedCall, 'id' | 'version' | 'callId' | 'started' | 'contacts'> & {
  /** Its date, YYYY-MM-DD, on which it began at noon UTC: the same date nearly everywhere. */
  day: string
  /** Another time of the day, HH:MM in UTC. */
  time?: string
}

/** So many calls take some milliseconds. */
const CHUNK = 500

/**
 * Adds calls to the log in a state file that no device has open, the oldest first. Other work goes on
 * in between: connections that were closed meanwhile would still be used otherwise.
 */
export async function fillCallLog(file: string, calls: readonly PastCall[]): Promise<void> {
  const database = openDatabase(file)
  const log = openCallLog(database)
  for (let from = 0; from < calls.length; from += CHUNK) {
    database.tx(() => {
      for (const [at, call] of calls.slice(from, from + CHUNK).entries()) {
        const index = from + at
        const first = Date.parse(`${call.day}T${call.time ?? '12:00'}:00Z`)
        const started = new Date(first + index * 1000).toISOString()
        log.begin({ ...call, callId: `past-${index}`, started })
      }
    })
    await turn()
  }
  database.close()
}
