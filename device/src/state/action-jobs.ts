import type { Attachment, Parcel } from '../engines/action-rules/types.ts'
import type { Database } from './database.ts'

/** Something to deliver, which survives a power cut. */
export interface ActionJob {
  id: string
  /** Id of the rule. */
  rule: string
  /** The topic that started it; empty if a person did. */
  topic: string
  /** Tries that have failed. */
  failures: number
  /** When it may be tried next (UTC milliseconds). */
  due: number
}

export type NewActionJob = Omit<ActionJob, 'id'> & { parcel: Parcel }

/**
 * What is still to be delivered, oldest first. A change is durable on return. Parcels are read when
 * they are delivered: hundreds of pictures would take too much memory.
 */
export interface ActionJobs {
  all(): ActionJob[]
  /** What it delivers; undefined if there is no such job. */
  parcel(id: string): Parcel | undefined
  add(job: NewActionJob): ActionJob
  /** After a failed try. */
  postpone(job: ActionJob): void
  remove(id: string): void
  removeOf(rule: string): void
}

/** The row's JSON; the bytes of the picture are in a column of their own. */
interface Stored extends Omit<ActionJob, 'id' | 'rule'> {
  parcel: Omit<Parcel, 'attachments'>
  attachment?: Omit<Attachment, 'bytes'>
}

function recordOf({ topic, failures, due, parcel }: NewActionJob): string {
  const { attachments, ...text } = parcel
  const [first] = attachments
  const stored: Stored = {
    topic,
    failures,
    due,
    parcel: text,
    ...(first && { attachment: { path: first.path, contentType: first.contentType } }),
  }
  return JSON.stringify(stored)
}

export function openActionJobs(database: Database): ActionJobs {
  return {
    all: () =>
      database.all('SELECT id, rule, record FROM action_jobs ORDER BY id').map((row) => {
        const { topic, failures, due } = JSON.parse(String(row['record'])) as Stored
        return { id: String(row['id']), rule: String(row['rule']), topic, failures, due }
      }),
    parcel(id) {
      const row = database.get('SELECT record FROM action_jobs WHERE id = ?', id)
      if (!row) return undefined
      const { parcel, attachment } = JSON.parse(String(row['record'])) as Stored
      const bytes = attachment && database.bytes('SELECT picture FROM action_jobs WHERE id = ?', id)
      return {
        ...parcel,
        attachments: attachment && bytes ? [{ ...attachment, bytes: Uint8Array.from(bytes) }] : [],
      }
    },
    add({ parcel, ...job }) {
      const [row] = database.tx(() =>
        database.all(
          'INSERT INTO action_jobs (rule, record, picture) VALUES (?, ?, ?) RETURNING id',
          job.rule,
          recordOf({ ...job, parcel }),
          parcel.attachments[0]?.bytes ?? null,
        ),
      )
      return { ...job, id: String(row?.['id']) }
    },
    postpone: ({ id, failures, due }) =>
      database.run(
        "UPDATE action_jobs SET record = json_set(record, '$.failures', ?, '$.due', ?) WHERE id = ?",
        failures,
        due,
        id,
      ),
    remove: (id) => database.run('DELETE FROM action_jobs WHERE id = ?', id),
    removeOf: (rule) => database.run('DELETE FROM action_jobs WHERE rule = ?', rule),
  }
}
