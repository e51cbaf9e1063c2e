import type { OrganisationRow } from '@lintel/contract/calls/phonebook-lists'
import type { LanguageCode } from '@lintel/contract/languages'
import { EditLink } from '@lintel/ui/edit-link'
import { useLanguage, useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import type { Column, List } from '@lintel/ui/list'
import { Table } from '@lintel/ui/table'
import { NotebookTabs } from 'lucide-react'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { CutText } from './cut-text.tsx'
import { CALL_GROUP_NAME_SHOWN } from '../../app/cut.ts'
import { useFeatures } from './features.ts'
import styles from './phonebook.module.css'
import { Thumbnail } from './thumbnail.tsx'

/**
 * The organisations, each with what is in it. B §2.
 * @param props.foundElsewhere whether the filter, which applies to contacts too, has found some
 */
export function OrganisationTable(props: { list: List<OrganisationRow>; foundElsewhere: boolean }) {
  const { list, foundElsewhere } = props
  const text = useText()
  const { callGroups } = useFeatures()
  return (
    <Table
      caption={text('phonebook.organisations')}
      columns={columnsOf(text, useLanguage(), callGroups)}
      list={list}
      empty={text('phonebook.organisations.empty')}
      icon={NotebookTabs}
      filterLabel={text('phonebook.find')}
      filterAlways
      foundElsewhere={foundElsewhere}
    />
  )
}

function columnsOf(
  text: TextOf,
  language: LanguageCode,
  callGroups: boolean,
): Column<OrganisationRow>[] {
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
    {
      id: 'label',
      head: text('ui.name'),
      sortBy: 'device',
      cell: ({ entry, label, description }) => (
        <div className={styles['name']}>
          <a href={hrefTo(paths.organisation({ id: entry }))}>
            <CutText text={label} max={CALL_GROUP_NAME_SHOWN} />
          </a>
          {description !== '' && <small className={styles['description']}>{description}</small>}
        </div>
      ),
    },
    {
      id: 'contacts',
      head: text('phonebook.contacts'),
      width: '15%',
      cell: ({ contacts }) => contacts.toLocaleString(language),
    },
    ...(callGroups ? [callGroupsColumn(text, language)] : []),
    {
      id: 'edit',
      head: text('ui.edit'),
      headHidden: true,
      end: true,
      width: '14%',
      cell: ({ entry, label }) => (
        <EditLink
          href={hrefTo(paths.editOrganisation({ id: entry }))}
          label={text('ui.editNamed', { name: label })}
        />
      ),
    },
  ]
}

const callGroupsColumn = (text: TextOf, language: LanguageCode): Column<OrganisationRow> => ({
  id: 'callGroups',
  head: text('phonebook.callGroups'),
  width: '15%',
  wideOnly: true,
  cell: ({ callGroups }) => callGroups.toLocaleString(language),
})
