import { LinkButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { EditLink } from '@lintel/ui/edit-link'
import type { TextOf } from '@lintel/ui/i18n'
import { useText } from '@lintel/ui/i18n'
import type { Column } from '@lintel/ui/list'
import { PageHead } from '@lintel/ui/page-head'
import { Table } from '@lintel/ui/table'
import { useQuery } from '@tanstack/react-query'
import { Cctv } from 'lucide-react'
import { useQueryList } from '../../app/list/query-list.ts'
import { PageTabs } from '../../app/routing/page-tabs.tsx'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { onvifUsersQuery } from './queries.ts'
import { ONVIF_GROUPS } from './user-values.ts'
import type { OnvifUser } from './user-values.ts'
import { groupName } from './user-fields.tsx'

const rowsIn = (users: OnvifUser[]): OnvifUser[] => users

/** The users of ONVIF clients. B §2 (ONVIF-01). */
export function OnvifUsersPage() {
  const text = useText()
  const columns = columnsOf(text)
  const list = useQueryList(useQuery(onvifUsersQuery), rowsIn, {
    columns,
    filterBy: ({ name }) => name,
  })
  return (
    <>
      <PageHead
        title={text('pages.onvif')}
        note={text('onvif.note')}
        actions={
          <LinkButton kind="primary" href={hrefTo(paths.addOnvifUser())}>
            {text('pages.newOnvifUser')}
          </LinkButton>
        }
      />
      <PageTabs />
      <Card>
        <Table
          caption={text('onvif.tab.users')}
          columns={columns}
          list={list}
          empty={text('onvif.empty')}
          icon={Cctv}
          filterLabel={text('users.filter')}
        />
      </Card>
    </>
  )
}

const columnsOf = (text: TextOf): Column<OnvifUser>[] => [
  {
    id: 'name',
    head: text('ui.userName'),
    sortBy: ({ name }) => name,
    cell: ({ name }) => <b>{name}</b>,
  },
  {
    id: 'group',
    head: text('users.role'),
    sortBy: ({ group }) => ONVIF_GROUPS.indexOf(group),
    cell: ({ group }) => groupName(text, group),
  },
  {
    id: 'edit',
    head: text('ui.edit'),
    headHidden: true,
    end: true,
    cell: ({ name }) => (
      <EditLink
        href={hrefTo(paths.editOnvifUser({ name }))}
        label={text('users.editNamed', { name })}
      />
    ),
  },
]
