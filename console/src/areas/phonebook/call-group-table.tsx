import type { CallGroupRow } from '@lintel/contract/calls/phonebook-lists'
import { EditLink } from '@lintel/ui/edit-link'
import { useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import type { Column, List } from '@lintel/ui/list'
import { Table } from '@lintel/ui/table'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { CutText } from './cut-text.tsx'
import { CALL_GROUP_NAME_SHOWN } from '../../app/cut.ts'
import { useFeatures } from './features.ts'
import type { Features } from './features.ts'
import { speedDialColumn } from './speed-dial-column.tsx'
import { Thumbnail } from './thumbnail.tsx'

/** The call groups of an organisation. B §2. */
export function CallGroupTable({ list }: { list: List<CallGroupRow> }) {
  const text = useText()
  return (
    <Table
      caption={text('phonebook.callGroups')}
      columns={columnsOf(text, useFeatures())}
      list={list}
      empty={text('phonebook.callGroups.empty')}
      filterLabel={text('phonebook.callGroups.find')}
    />
  )
}

/** The sort of call groups at first: by their second column, like contacts. */
export const callGroupSort = ({ callKeypad }: Pick<Features, 'callKeypad'>) =>
  callKeypad ? BY_SPEED_DIAL : BY_LABEL

const BY_SPEED_DIAL = { by: 'keyTrigger', descending: false }
const BY_LABEL = { by: 'label', descending: false }

function columnsOf(text: TextOf, { callKeypad, display }: Features): Column<CallGroupRow>[] {
  return [
    {
      id: 'image',
      head: text('image.name'),
      headHidden: true,
      width: '72px',
      spare: true,
      cell: ({ image, version, label }) => (
        <Thumbnail image={image} version={version} name={label} />
      ),
    },
    ...(callKeypad ? [speedDialColumn<CallGroupRow>(text)] : []),
    {
      id: 'label',
      head: text('ui.name'),
      sortBy: 'device',
      cell: ({ label }) => <CutText text={label} max={CALL_GROUP_NAME_SHOWN} />,
    },
    ...(display ? [displayColumn(text)] : []),
    {
      id: 'edit',
      head: text('ui.edit'),
      headHidden: true,
      end: true,
      width: '14%',
      cell: ({ organisation, entry, label }) => (
        <EditLink
          href={hrefTo(paths.editCallGroup({ organisationId: organisation, callgroupId: entry }))}
          label={text('ui.editNamed', { name: label })}
        />
      ),
    },
  ]
}

const displayColumn = (text: TextOf): Column<CallGroupRow> => ({
  id: 'onDisplay',
  head: text('phonebook.onDisplay'),
  sortBy: 'device',
  width: '20%',
  // The form of the call group has it too.
  wideOnly: true,
  cell: ({ onDisplay }) =>
    onDisplay ? text('ui.yes') : <span className="muted">{text('ui.no')}</span>,
})
