import type { MessageId } from '@lintel/contract/messages'
import type { Kind } from './values.ts'

/** What differs between the two pages. */
interface PageTexts {
  title: MessageId
  note: MessageId
  /** On products with contacts. */
  noteWithContacts?: MessageId
  add: MessageId
  delete: MessageId
  empty: MessageId
  filter: MessageId
}

export const TEXTS: Readonly<Record<Kind, PageTexts>> = {
  Interval: {
    title: 'ui.schedules',
    note: 'schedules.note',
    noteWithContacts: 'schedules.note.contacts',
    add: 'schedules.add',
    delete: 'schedules.delete',
    empty: 'schedules.empty',
    filter: 'schedules.filter',
  },
  Pulse: {
    title: 'ui.recurrences',
    note: 'schedules.recurrences.note',
    add: 'schedules.recurrences.add',
    delete: 'schedules.recurrences.delete',
    empty: 'schedules.recurrences.empty',
    filter: 'schedules.recurrences.filter',
  },
}
