import { Refusal } from '@lintel/contract/fault'
import type { Database } from './database.ts'

/** Limits on the number of notes and on the characters of each part. Own design. */
export const NOTES_MAX = 1000
const LENGTHS = { group: 64, key: 128, value: 1024 } as const

/** Values that consoles store on the device for themselves, by group and key. */
export interface ClientNotes {
  get(group: string, key: string): string | undefined
  /**
   * Durable; an empty value removes the note. Throws `Refusal` for text that is too long or has
   * line breaks, and when there are too many notes.
   */
  set(group: string, key: string, value: string): void
}

export function openClientNotes(database: Database): ClientNotes {
  const count = () => Number(database.get('SELECT count(*) AS notes FROM client_notes')?.['notes'])

  function get(group: string, key: string): string | undefined {
    const row = database.get(
      'SELECT value FROM client_notes WHERE category = ? AND key = ?',
      group,
      key,
    )
    return row && String(row['value'])
  }

  return {
    get,
    set(group, key, value) {
      check('group', group, 1)
      check('key', key, 1)
      check('value', value, 0)
      if (value === '') {
        database.run('DELETE FROM client_notes WHERE category = ? AND key = ?', group, key)
        return
      }
      if (get(group, key) === undefined && count() >= NOTES_MAX) {
        throw new Refusal('invalid', 'There is no room for another note.')
      }
      database.run(
        'REPLACE INTO client_notes (category, key, value) VALUES (?, ?, ?)',
        group,
        key,
        value,
      )
    },
  }
}

function check(part: keyof typeof LENGTHS, text: string, least: number): void {
  if (text.length >= least && text.length <= LENGTHS[part] && !/\p{Cc}/u.test(text)) return
  throw new Refusal('invalid', `The ${part} must have ${least} to ${LENGTHS[part]} characters.`)
}
