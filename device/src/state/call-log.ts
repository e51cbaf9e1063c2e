import { CALL_LOG_MAX } from '@lintel/contract/calls/call-log'
import type { LoggedCall } from '@lintel/contract/calls/call-log'
import type { Page, PageRequest, Stored } from '@lintel/contract/collection'
import { openCollection } from './collection.ts'
import { booleanColumn, choiceColumn, sortedNumberColumn, textColumn } from './columns.ts'
import type { Database } from './database.ts'

/** A call, and the local date on which it began, YYYY-MM-DD. */
type Row = Omit<LoggedCall, 'id' | 'version' | 'contacts'> & { day: string }

/** The calls of one day. */
export interface CallsOfDay {
  incoming: number
  outgoing: number
  answered: number
  /** Calls in progress, or cut off by a restart, are neither answered nor unanswered. */
  unanswered: number
}

/**
 * The calls of the past and those that are going on, at most `CALL_LOG_MAX`. A call has its row from
 * its beginning, so that one which a power cut ends is not lost.
 */
export interface CallLog {
  page(request: PageRequest): Page<Stored<Row>>
  begin(call: Row): void
  /** Changes the row of a call; one that was dropped is ignored. */
  change(callId: string, change: Partial<Row>): void
  /** Calls that the log shows as going on, except for these, get the outcome `restart`. */
  closeOpen(except: readonly string[]): void
  /** Deletes all calls but those that are going on, from the write-ahead log too. */
  clear(): void
  /** The days from this one on that have calls. */
  perDay(from: string): Map<string, CallsOfDay>
  subscribe(fn: (ids: readonly string[] | undefined) => void): () => void
}

export function openCallLog(database: Database, max = CALL_LOG_MAX): CallLog {
  const rows = openCollection<Row>(database, {
    table: 'call_log',
    columns: {
      callId: textColumn,
      started: textColumn,
      day: textColumn,
      direction: choiceColumn<Row['direction']>(),
      account: textColumn,
      accountName: textColumn,
      remote: textColumn,
      seconds: sortedNumberColumn,
      outcome: choiceColumn<Row['outcome']>(),
      code: sortedNumberColumn,
      reason: textColumn,
      codec: textColumn,
      encrypted: booleanColumn,
    },
    filter: ['remote', 'accountName'],
    sort: ['started', 'direction', 'accountName', 'remote', 'seconds', 'outcome', 'code'],
  })

  return {
    page: (request) => rows.page(request),
    begin(call) {
      rows.change(() => {
        rows.add(call)
        for (let excess = rows.count() - max; excess > 0; excess -= 1) {
          const oldest = database.get('SELECT id FROM call_log ORDER BY id LIMIT 1')
          rows.remove(String(oldest?.['id']))
        }
      })
    },
    change(callId, change) {
      const row = rows.findBy('callId', callId)
      if (row) rows.update(row.id, change)
    },
    closeOpen(except) {
      const open = database
        .all("SELECT id, callId FROM call_log WHERE outcome = 'ongoing'")
        .filter(({ callId }) => !except.includes(String(callId)))
      if (open.length === 0) return
      rows.change(() => {
        for (const { id } of open) rows.update(String(id), { outcome: 'restart' })
      })
    },
    clear() {
      rows.keepOnly('outcome', 'ongoing')
      database.scrub()
    },
    perDay(from) {
      const days = new Map<string, CallsOfDay>()
      const counts = database.all(
        `SELECT day, sum(direction = 'incoming') AS incoming, sum(direction = 'outgoing') AS outgoing,
          sum(outcome = 'answered') AS answered, sum(outcome = 'unanswered') AS unanswered
        FROM call_log WHERE day >= ? GROUP BY day`,
        from,
      )
      for (const { day, incoming, outgoing, answered, unanswered } of counts) {
        days.set(String(day), {
          incoming: Number(incoming),
          outgoing: Number(outgoing),
          answered: Number(answered),
          unanswered: Number(unanswered),
        })
      }
      return days
    },
    subscribe: (fn) => rows.subscribe(fn),
  }
}
