import { ACTION_LOG_MAX } from '@lintel/contract/calls/action-rules'
import type { ActionLogEntry, ActionResult } from '@lintel/contract/calls/action-rules'
import type { ActionFailureReason } from '@lintel/contract/calls/recipients'
import type { Page, PageRequest, Stored } from '@lintel/contract/collection'
import { openCollection } from './collection.ts'
import { choiceColumn, numberColumn, textColumn } from './columns.ts'
import type { Column } from './columns.ts'
import type { Database } from './database.ts'

export type NewLogEntry = Omit<ActionLogEntry, 'id' | 'version' | 'reason'> & {
  reason: ActionFailureReason | undefined
}

/** What became of actions, `ACTION_LOG_MAX` at most; the oldest are dropped. */
export interface ActionLog {
  page(request: PageRequest): Page<Stored<NewLogEntry>>
  /** Adds entries in one transaction. */
  add(entries: readonly NewLogEntry[]): void
  /** When each rule last ran (ISO 8601), by its id. */
  lastStarts(): Map<string, string>
  /** A removed rule: its entries keep only its name, because another rule may get its id. */
  forget(rule: string): void
  clear(): void
  subscribe(fn: () => void): () => void
}

const reasonColumn: Column<ActionFailureReason | undefined> = {
  write: (value) => value ?? null,
  read: (stored) => (stored === null ? undefined : (String(stored) as ActionFailureReason)),
}

export function openActionLog(database: Database, max = ACTION_LOG_MAX): ActionLog {
  const rows = openCollection<NewLogEntry>(database, {
    table: 'action_log',
    columns: {
      at: textColumn,
      ruleId: textColumn,
      rule: textColumn,
      topic: textColumn,
      template: textColumn,
      result: choiceColumn<ActionResult>(),
      reason: reasonColumn,
      detail: textColumn,
      count: numberColumn,
    },
    filter: ['rule', 'detail'],
    sort: ['at', 'rule', 'result'],
  })
  return {
    page: (request) => rows.page(request),
    add(entries) {
      rows.change(() => {
        for (const entry of entries.slice(-max)) rows.add(entry)
        const excess = rows.count() - max
        if (excess <= 0) return
        for (const { id } of database.all(
          'SELECT id FROM action_log ORDER BY id LIMIT ?',
          excess,
        )) {
          rows.remove(String(id))
        }
      })
    },
    lastStarts() {
      const found = database.all(
        "SELECT ruleId, max(at) AS at FROM action_log WHERE ruleId <> '' AND result <> 'dropped' GROUP BY ruleId",
      )
      return new Map(found.map(({ ruleId, at }) => [String(ruleId), String(at)]))
    },
    forget(rule) {
      for (const { id } of rows.allWith({ ruleId: rule })) rows.update(id, { ruleId: '' })
    },
    clear: () => rows.clear(),
    subscribe: (fn) => rows.subscribe(() => fn()),
  }
}
