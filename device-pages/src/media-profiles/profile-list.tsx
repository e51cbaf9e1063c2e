import type { MediaProfileRow } from '@lintel/contract/calls/onvif-profiles'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { EditButton } from '@lintel/ui/edit-link'
import { useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import { useLocalList } from '@lintel/ui/list'
import type { Column } from '@lintel/ui/list'
import { Table } from '@lintel/ui/table'
import { Cctv } from 'lucide-react'
import { namedAbove } from '../app/framed.ts'
import { NameCell } from '../app/name-cell.tsx'
import type { View } from './view-name.ts'

/** A profile, under its token as the id of its row. */
type Row = MediaProfileRow & { id: string }

/** The profiles, with what is in them. */
export function ProfileList(props: {
  profiles: readonly MediaProfileRow[]
  max: number
  onOpen: (view: View) => void
}) {
  const { profiles, max, onOpen } = props
  const text = useText()
  const columns = columnsOf(text, ({ token }) => onOpen({ kind: 'profile', token }))
  const list = useLocalList(
    { rows: profiles.map((profile) => ({ ...profile, id: profile.token })) },
    { columns, filterBy: ({ name }) => name },
  )
  const full = profiles.length >= max
  return (
    <Card
      {...namedAbove(text('ui.mediaProfiles'))}
      note={full ? text('mediaProfiles.full', { max }) : text('mediaProfiles.note')}
      actions={
        <Button kind="primary" disabled={full} onClick={() => onOpen({ kind: 'add' })}>
          {text('mediaProfiles.add')}
        </Button>
      }
    >
      <Table
        caption={text('ui.mediaProfiles')}
        columns={columns}
        list={list}
        empty={text('mediaProfiles.empty')}
        icon={Cctv}
        filterLabel={text('mediaProfiles.filter')}
      />
    </Card>
  )
}

/** `640 × 360, 15 frames per second`; why there is no stream, where there is none. */
function streamOf(text: TextOf, { video, encoder }: Row): string {
  if (!video || !encoder) return text('mediaProfiles.noStream')
  const size = encoder.resolution.replace('x', ' × ')
  return encoder.fps === 0 ? size : text('mediaProfiles.sizeAndRate', { size, fps: encoder.fps })
}

const columnsOf = (text: TextOf, onEdit: (row: Row) => void): Column<Row>[] => [
  {
    id: 'name',
    head: text('ui.name'),
    sortBy: ({ name }) => name,
    cell: (row) => (
      <NameCell name={row.name}>
        <small>{streamOf(text, row)}</small>
      </NameCell>
    ),
  },
  {
    id: 'video',
    head: text('mediaProfiles.video'),
    wideOnly: true,
    cell: (row) => streamOf(text, row),
  },
  {
    id: 'events',
    head: text('mediaProfiles.events'),
    wideOnly: true,
    cell: ({ events }) => text(events ? 'ui.yes' : 'ui.no'),
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
