import type { DtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import { openCollection } from './collection.ts'
import { jsonColumn, textColumn } from './columns.ts'
import type { Database } from './database.ts'
import { freeId } from './free-id.ts'

/**
 * How keys of the other side are received, and which triggers they work. A change is durable when
 * its method returns.
 */
export interface DtmfConfigurations {
  /** In order of creation. */
  all(): DtmfConfiguration[]
  find(id: string): DtmfConfiguration | undefined
  /** Replaces the configuration with this id or adds it, and returns its id. */
  put(configuration: DtmfConfiguration): string
  /** The id of the first configuration with this name, which is made if there is none. */
  named(name: string): string
  /** Unknown ids are ignored. */
  remove(ids: readonly string[]): void
  /** Removes a trigger from all of them. */
  forgetTrigger(trigger: string): void
  change<R>(work: () => R): R
  /** The version of the list. */
  version(): string
  subscribe(fn: () => void): () => void
}

/** `name` is the configuration's id. */
interface Row {
  name: string
  record: DtmfConfiguration
}

export function openDtmfConfigurations(database: Database): DtmfConfigurations {
  const rows = openCollection<Row>(database, {
    table: 'dtmf_configurations',
    columns: { name: textColumn, record: jsonColumn<DtmfConfiguration>() },
  })

  const rowOf = (id: string) => rows.findBy('name', id)
  const all = () => rows.all().map(({ record }) => record)

  const put = (configuration: DtmfConfiguration): string =>
    rows.change(() => {
      const taken = all().map(({ Id }) => Id)
      const Id = configuration.Id || freeId('dtmf_configuration', taken)
      const row = { name: Id, record: { ...configuration, Id } }
      const existing = rowOf(Id)
      if (existing) rows.update(existing.id, row)
      else rows.add(row)
      return Id
    })

  return {
    all,
    find: (id) => rowOf(id)?.record,
    put,
    named(name) {
      const known = all().find((one) => one.Name === name)
      return (
        known?.Id ?? put({ Id: '', Name: name, DTMFTriggerId: [], RFC2833: true, RFC2976: true })
      )
    },
    remove(ids) {
      rows.change(() => {
        for (const id of ids) {
          const row = rowOf(id)
          if (row) rows.remove(row.id)
        }
      })
    },
    forgetTrigger(trigger) {
      rows.change(() => {
        for (const { id, record } of rows.all()) {
          if (!record.DTMFTriggerId.includes(trigger)) continue
          const DTMFTriggerId = record.DTMFTriggerId.filter((one) => one !== trigger)
          rows.update(id, { record: { ...record, DTMFTriggerId } })
        }
      })
    },
    change: (work) => rows.change(work),
    version: () => rows.version(),
    subscribe: (fn) => rows.subscribe(() => fn()),
  }
}
