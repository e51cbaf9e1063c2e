import type { ScheduleRow } from '@lintel/contract/calls/schedule-rows'
import type { LanguageCode } from '@lintel/contract/languages'
import { SCHEDULES_MAX } from '@lintel/contract/rules/schedule'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { EditButton } from '@lintel/ui/edit-link'
import { Chip } from '@lintel/ui/chip'
import { formatInstant } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import { useLocalList } from '@lintel/ui/list'
import type { Column } from '@lintel/ui/list'
import { Table } from '@lintel/ui/table'
import { CalendarClock } from 'lucide-react'
import { namedAbove } from '../app/framed.ts'
import { NameCell } from '../app/name-cell.tsx'
import styles from './schedules.module.css'
import { TEXTS } from './texts.ts'
import type { Kind } from './values.ts'
import type { View } from './view-name.ts'
import { momentText, useWords } from './words.ts'

/** A schedule, under its EventID as the id of its row. */
type Row = ScheduleRow & { id: string }

interface ListProps {
  kind: Kind
  /** Whether the product has contacts, whose calls follow schedules. */
  contacts: boolean
  schedules: readonly ScheduleRow[]
  /** How many the device has, of both kinds. */
  total: number
  timeZone: string
  /** The device's local time. */
  now: string
  onOpen: (view: View) => void
}

/** The schedules of one kind, with what they are doing now. */
export function ScheduleList(props: ListProps) {
  const { kind, contacts, schedules, total, timeZone, now, onOpen } = props
  const text = useText()
  const language = useLanguage()
  const local = Date.parse(`${now}Z`)
  const words = useWords(local)
  const { title, note, noteWithContacts = note, add, empty, filter } = TEXTS[kind]
  const columns = columnsOf(kind, {
    text,
    language,
    now,
    words,
    onEdit: ({ eventId }) => onOpen({ kind: 'schedule', eventId }),
  })
  const list = useLocalList(
    { rows: schedules.map((one) => ({ ...one, id: one.eventId })) },
    { columns, filterBy: (row) => `${row.name} ${words(row)}` },
  )
  const full = total >= SCHEDULES_MAX
  return (
    <>
      <Card
        {...namedAbove(text(title))}
        note={
          full
            ? text('schedules.full', { max: SCHEDULES_MAX })
            : text(contacts ? noteWithContacts : note)
        }
        actions={
          <Button kind="primary" disabled={full} onClick={() => onOpen({ kind: 'add' })}>
            {text(add)}
          </Button>
        }
      >
        <Table
          caption={text(title)}
          columns={columns}
          list={list}
          empty={text(empty)}
          icon={CalendarClock}
          filterLabel={text(filter)}
        />
      </Card>
      <p className={styles['clock']}>
        {text('schedules.clock', { time: formatInstant(language, local), timeZone })}
      </p>
    </>
  )
}

interface ColumnParts {
  text: TextOf
  language: LanguageCode
  now: string
  words: (row: Row) => string
  onEdit: (row: Row) => void
}

function columnsOf(kind: Kind, parts: ColumnParts): Column<Row>[] {
  const { text, language, now, words, onEdit } = parts
  const moment = ({ next }: Row) => momentText(language, next, now)
  const stateOf = (row: Row) => (
    <div className={styles['state']}>
      <Chip status={row.active ? 'ok' : 'neutral'}>
        {text(row.active ? 'schedules.active' : 'schedules.notActive')}
      </Chip>
      {row.next !== '' && (
        <small>
          {text(row.active ? 'schedules.until' : 'schedules.from', { time: moment(row) })}
        </small>
      )}
    </div>
  )
  const nextOf = (row: Row) => (row.next === '' ? text('schedules.never') : moment(row))
  const doing: Column<Row> =
    kind === 'Interval'
      ? { id: 'state', head: text('ui.state'), wideOnly: true, cell: stateOf }
      : {
          id: 'next',
          head: text('schedules.next'),
          wideOnly: true,
          sortBy: (row) => row.next,
          cell: nextOf,
        }
  return [
    {
      id: 'name',
      head: text('ui.name'),
      sortBy: ({ name }) => name,
      cell: (row) => (
        <NameCell name={row.name}>
          <small>{words(row)}</small>
          {kind === 'Interval' ? (
            stateOf(row)
          ) : (
            <small>{`${text('schedules.next')}: ${nextOf(row)}`}</small>
          )}
        </NameCell>
      ),
    },
    { id: 'when', head: text('schedules.when'), wideOnly: true, cell: words },
    doing,
    {
      id: 'edit',
      head: text('ui.edit'),
      headHidden: true,
      end: true,
      cell: (row) => (
        <EditButton label={text('ui.editNamed', { name: row.name })} onClick={() => onEdit(row)} />
      ),
    },
  ]
}
