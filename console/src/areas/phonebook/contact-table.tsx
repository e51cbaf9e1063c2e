import type { ContactRow } from '@lintel/contract/calls/phonebook-lists'
import { OUTSIDE } from '@lintel/contract/calls/phonebook-lists'
import { fullName } from '@lintel/contract/rules/phonebook'
import { EditLink } from '@lintel/ui/edit-link'
import { useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import type { Column, List } from '@lintel/ui/list'
import { Table } from '@lintel/ui/table'
import { Users } from 'lucide-react'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { CutText } from './cut-text.tsx'
import { CONTACT_NAME_SHOWN } from '../../app/cut.ts'
import { useFeatures } from './features.ts'
import type { Features } from './features.ts'
import { RowWarning } from './row-warning.tsx'
import { speedDialColumn } from './speed-dial-column.tsx'
import { Thumbnail } from './thumbnail.tsx'

/**
 * Contacts. B §2.
 * @param props.place which of their places is shown: the organisation of each, the department on
 * products that have departments, or none
 */
export function ContactTable(props: {
  list: List<ContactRow>
  place?: Place
  empty: string
  filterLabel?: string
}) {
  const { list, place = 'department', empty, filterLabel } = props
  const text = useText()
  const columns = columnsOf(text, useFeatures(), place)
  return (
    <Table
      caption={text('phonebook.contacts')}
      columns={columns}
      list={list}
      empty={empty}
      icon={Users}
      {...(filterLabel !== undefined && { filterLabel })}
    />
  )
}

type Place = 'organisation' | 'department' | 'none'

/** The sort of contacts at first: by their second column (OPEN-58). */
export const contactSort = ({ callKeypad }: Pick<Features, 'callKeypad'>) =>
  callKeypad ? BY_SPEED_DIAL : BY_FIRST_NAME

const BY_SPEED_DIAL = { by: 'keyTrigger', descending: false }
const BY_FIRST_NAME = { by: 'firstName', descending: false }

function columnsOf(
  text: TextOf,
  { callKeypad, departments }: Features,
  place: Place,
): Column<ContactRow>[] {
  return [
    {
      id: 'image',
      head: text('image.name'),
      headHidden: true,
      width: '72px',
      spare: true,
      cell: (row) => <Thumbnail image={row.image} version={row.version} name={fullName(row)} />,
    },
    ...(callKeypad ? [speedDialColumn<ContactRow>(text)] : []),
    {
      id: 'firstName',
      head: text('phonebook.firstName'),
      sortBy: 'device',
      cell: ({ firstName, scheduleGone }) => (
        <>
          <CutText text={firstName} max={CONTACT_NAME_SHOWN} />
          {scheduleGone && <RowWarning>{text('phonebook.contact.scheduleGone')}</RowWarning>}
        </>
      ),
    },
    {
      id: 'lastName',
      head: text('phonebook.lastName'),
      sortBy: 'device',
      cell: ({ lastName }) => <CutText text={lastName} max={CONTACT_NAME_SHOWN} />,
    },
    ...(place === 'organisation' ? [organisationColumn(text)] : []),
    ...(place === 'department' && departments ? [departmentColumn(text)] : []),
    {
      id: 'edit',
      head: text('ui.edit'),
      headHidden: true,
      end: true,
      width: '14%',
      cell: (row) => (
        <EditLink
          href={hrefTo(
            paths.editContact({ organisationId: row.organisation || OUTSIDE, id: row.entry }),
          )}
          label={text('ui.editNamed', { name: fullName(row) })}
        />
      ),
    },
  ]
}

const organisationColumn = (text: TextOf): Column<ContactRow> => ({
  id: 'place',
  head: text('pages.organisation'),
  wideOnly: true,
  cell: ({ organisationLabel }) => <CutText text={organisationLabel} max={CONTACT_NAME_SHOWN} />,
})

const departmentColumn = (text: TextOf): Column<ContactRow> => ({
  id: 'place',
  head: text('phonebook.department'),
  wideOnly: true,
  cell: ({ department }) => <CutText text={department} max={CONTACT_NAME_SHOWN} />,
})
