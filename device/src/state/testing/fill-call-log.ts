import type { LoggedCall } from '@lintel/contract/calls/call-log'
import { openCallLog } from '../call-log.ts'
import { openDatabase } from '../database.ts'

/** A call for the log. */
export type PastCall = Omit<LoggedCall, 'id' | 'version' | 'callId' | 'started'> & {
  /** Its date, YYYY-MM-DD, on which it began at noon UTC: the same date nearly everywhere. */
  day: string
}

/** Adds calls to the log in a state file that no device has open, the oldest first. */
export function fillCallLog(file: string, calls: readonly PastCall[]): void {
  const database = openDatabase(file)
  const log = openCallLog(database)
  database.tx(() => {
    for (const [index, call] of calls.entries()) {
      const started = new Date(Date.parse(`${call.day}T12:00:00Z`) + index * 1000).toISOString()
      log.begin({ ...call, callId: `past-${index}`, started })
    }
  })
  database.close()
}
