import type { DtmfTrigger } from '@lintel/contract/calls/dtmf-triggers'
import { openCollection } from './collection.ts'
import type { Collection } from './collection.ts'
import { numberColumn, textColumn } from './columns.ts'
import type { Database } from './database.ts'

export type StoredDtmfTrigger = Omit<DtmfTrigger, 'id' | 'version'>

/** The codes that activate outputs. */
export const openDtmfTriggers = (database: Database): Collection<StoredDtmfTrigger> =>
  openCollection<StoredDtmfTrigger>(database, {
    table: 'dtmf_triggers',
    columns: {
      name: textColumn,
      code: textColumn,
      account: textColumn,
      port: numberColumn,
      pulse: numberColumn,
    },
    filter: ['name', 'code'],
    sort: ['name', 'code', 'account'],
  })
