import { ACCESS_LOG_MAX } from '@lintel/contract/calls/access-log'
import type { LoggedAccess } from '@lintel/contract/calls/access-log'
import type { Page, PageRequest, Stored } from '@lintel/contract/collection'
import { openCollection } from './collection.ts'
import { choiceColumn, textColumn } from './columns.ts'
import type { Database } from './database.ts'

/** A decision of a door controller. */
export type Access = Omit<LoggedAccess, 'id' | 'version'>

/** The last decisions, at most `ACCESS_LOG_MAX`. */
export interface AccessLog {
  page(request: PageRequest): Page<Stored<Access>>
  add(access: Access): void
  /** Deletes all, from the write-ahead log too. */
  clear(): void
  subscribe(fn: () => void): () => void
}

export function openAccessLog(database: Database, max = ACCESS_LOG_MAX): AccessLog {
  const rows = openCollection<Access>(database, {
    table: 'access_log',
    columns: {
      at: textColumn,
      door: textColumn,
      name: textColumn,
      presented: choiceColumn<Access['presented']>(),
      cardEnd: textColumn,
      reason: choiceColumn<Access['reason']>(),
    },
    filter: ['name', 'door', 'cardEnd'],
    sort: ['at', 'name', 'door', 'reason'],
  })
  return {
    page: (request) => rows.page(request),
    add(access) {
      rows.change(() => {
        rows.add(access)
        for (let excess = rows.count() - max; excess > 0; excess -= 1) {
          const oldest = database.get('SELECT id FROM access_log ORDER BY id LIMIT 1')
          rows.remove(String(oldest?.['id']))
        }
      })
    },
    clear() {
      rows.clear()
      database.scrub()
    },
    subscribe: (fn) => rows.subscribe(fn),
  }
}
