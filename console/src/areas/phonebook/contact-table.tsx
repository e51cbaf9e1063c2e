import type { ContactRow } from '@lintel/contract/calls/phonebook-lists'
import { OUTSIDE } from '@lintel/contract/calls/phonebook-lists'
import { fullName } from '@lintel/contract/rules/phonebook'
import { EditLink } from '@lintel/ui/edit-link'
import { useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import type { Column, List } from '@lintel/ui/list'
import { Table } from '@lintel/ui/table'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { CutText } from './cut-text.tsx'
import { CONTACT_NAME_SHOWN } from './cut.ts'
import { useFeatures } from './features.ts'
import type { Features } from './features.ts'
import { speedDialColumn } from './speed-dial-column.tsx'
import { Thumbnail } from './thumbnail.tsx'

/**
 * Contacts. B §2.
 * @param props.across whether they are of several organisations, which are shown then
 */
export function ContactTable(props: {
  list: List<ContactRow>
  across?: boolean
  empty: string
  filterLabel?: string
}) {
  const { list, across = false, empty, filterLabel } = props
  const text = useText()
  const columns = columnsOf(text, useFeatures(), across)
  return (
    <Table
      caption={text('phonebook.contacts')}
      columns={columns}
      list={list}
      empty={empty}
      {...(filterLabel !== undefined && { filterLabel })}
    />
  )
}

/** The sort of contacts at first: by their second column (OPEN-58). */
export const contactSort = ({ callKeypad }: Pick<Features, 'callKeypad'>) =>
  callKeypad ? BY_SPEED_DIAL : BY_FIRST_NAME

const BY_SPEED_DIAL = { by: 'keyTrigger', descending: false }
const BY_FIRST_NAME = { by: 'firstName', descending: false }

function columnsOf(text: TextOf, features: Features, across: boolean): Column<ContactRow>[] {
  const { callKeypad, departments } = features
  const placeOf = (row: ContactRow) => (across ? row.organisationLabel : row.department)
  return [
    {
      id: 'image',
      head: text('phonebook.image'),
      headHidden: true,
      width: '72px',
      cell: (row) => <Thumbnail image={row.image} version={row.version} name={fullName(row)} />,
    },
    ...(callKeypad ? [speedDialColumn<ContactRow>(text)] : []),
    {
      id: 'firstName',
      head: text('phonebook.firstName'),
      sortBy: 'device',
      cell: ({ firstName }) => <CutText text={firstName} max={CONTACT_NAME_SHOWN} />,
    },
    {
      id: 'lastName',
      head: text('phonebook.lastName'),
      sortBy: 'device',
      cell: ({ lastName }) => <CutText text={lastName} max={CONTACT_NAME_SHOWN} />,
    },
    ...(across || departments ? [placeColumn(text, across, placeOf)] : []),
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

const placeColumn = (
  text: TextOf,
  across: boolean,
  placeOf: (row: ContactRow) => string,
): Column<ContactRow> => ({
  id: 'place',
  head: text(across ? 'pages.organisation' : 'phonebook.department'),
  wideOnly: true,
  cell: (row) => <CutText text={placeOf(row)} max={CONTACT_NAME_SHOWN} />,
})
