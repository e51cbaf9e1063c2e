import { RECIPIENTS_MAX } from '@lintel/contract/calls/recipients'
import type { Recipient } from '@lintel/contract/calls/recipients'
import { breakable } from '@lintel/ui/breakable'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { EditButton } from '@lintel/ui/edit-link'
import { useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import { useLocalList } from '@lintel/ui/list'
import type { Column } from '@lintel/ui/list'
import { Table } from '@lintel/ui/table'
import { Mail } from 'lucide-react'
import { namedAbove } from '../app/framed.ts'
import { placeOf, useTypeName } from './names.ts'
import type { RecipientState } from './read.ts'
import styles from './recipients.module.css'
import type { View } from './view-name.ts'

/** The recipients, and how many rules send to each. */
export function RecipientList(
  props: RecipientState & {
    /** Whether the product has a camera, whose pictures actions send. */
    pictures: boolean
    onOpen: (view: View) => void
  },
) {
  const { recipients, choices, pictures, onOpen } = props
  const text = useText()
  const typeName = useTypeName()
  const columns = columnsOf({
    text,
    typeName,
    place: (row) => placeOf(row, choices),
    onEdit: ({ id }) => onOpen({ kind: 'recipient', id }),
  })
  const list = useLocalList(
    { rows: recipients },
    {
      columns,
      filterBy: (row) => `${row.name} ${typeName(row.template)} ${placeOf(row, choices)}`,
    },
  )
  const full = recipients.length >= RECIPIENTS_MAX
  const note = pictures ? 'recipients.note.pictures' : 'recipients.note'
  return (
    <Card
      {...namedAbove(text('ui.recipients'))}
      note={full ? text('recipients.full', { max: RECIPIENTS_MAX }) : text(note)}
      actions={
        <Button kind="primary" disabled={full} onClick={() => onOpen({ kind: 'add' })}>
          {text('recipients.add')}
        </Button>
      }
    >
      <Table
        caption={text('ui.recipients')}
        columns={columns}
        list={list}
        empty={text('recipients.empty')}
        icon={Mail}
        filterLabel={text('recipients.filter')}
      />
    </Card>
  )
}

const columnsOf = (options: {
  text: TextOf
  typeName: (token: string) => string
  place: (row: Recipient) => string
  onEdit: (row: Recipient) => void
}): Column<Recipient>[] => {
  const { text, typeName, place, onEdit } = options
  return [
    {
      id: 'name',
      head: text('ui.name'),
      sortBy: ({ name }) => name,
      cell: (row) => (
        <div className={styles['name']}>
          <b>{row.name}</b>
          <small className={styles['narrow']}>
            {typeName(row.template)} · {breakable(place(row))}
          </small>
        </div>
      ),
    },
    {
      id: 'type',
      head: text('recipients.type'),
      wideOnly: true,
      sortBy: ({ template }) => typeName(template),
      cell: ({ template }) => typeName(template),
    },
    {
      id: 'to',
      head: text('recipients.to'),
      wideOnly: true,
      cell: (row) => <span className={styles['place']}>{breakable(place(row))}</span>,
    },
    {
      id: 'usedBy',
      head: text('recipients.usedBy'),
      wideOnly: true,
      sortBy: ({ usedBy }) => usedBy,
      cell: ({ usedBy }) => text('recipients.rules', { count: usedBy }),
    },
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
