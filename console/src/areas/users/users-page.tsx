import { ROLES } from '@lintel/contract/access'
import { LinkButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { EditLink } from '@lintel/ui/edit-link'
import type { TextOf } from '@lintel/ui/i18n'
import { useText } from '@lintel/ui/i18n'
import type { Column } from '@lintel/ui/list'
import { PageHead } from '@lintel/ui/page-head'
import { Table } from '@lintel/ui/table'
import { useQuery } from '@tanstack/react-query'
import { useQueryList } from '../../app/list/query-list.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { me } from '../../app/session/me.ts'
import { useStore } from '@lintel/ui/store'
import { accountsIn } from './accounts.ts'
import type { Account } from './accounts.ts'
import type { Users } from './queries.ts'
import { usersQuery } from './queries.ts'
import { useHasPtz } from './user-fields.tsx'

/** An account, under its name as the id of its row. */
type UserRow = Account & { id: string }

const rowsIn = ({ lists }: Users): UserRow[] =>
  accountsIn(lists).map((account) => ({ ...account, id: account.name }))

/** The accounts that may sign in. A §2 Users. */
export function UsersPage() {
  const text = useText()
  const columns = columnsOf(text, useStore(me)?.user, useHasPtz())
  const list = useQueryList(useQuery(usersQuery), rowsIn, { columns, filterBy: ({ name }) => name })
  return (
    <>
      <PageHead
        title={text('pages.users')}
        note={text('users.note')}
        actions={
          <LinkButton kind="primary" href={hrefTo(paths.addUser())}>
            {text('pages.newUser')}
          </LinkButton>
        }
      />
      <Card>
        <Table
          caption={text('pages.users')}
          columns={columns}
          list={list}
          empty={text('users.empty')}
          filterLabel={text('users.filter')}
        />
      </Card>
    </>
  )
}

/** Roles, highest first. */
const RANKS: readonly Account['group'][] = ['root', ...ROLES]

/**
 * @param own the signed-in account
 * @param hasPtz whether to show its column
 */
function columnsOf(text: TextOf, own: string | undefined, hasPtz: boolean): Column<UserRow>[] {
  return [
    {
      id: 'name',
      head: text('ui.userName'),
      sortBy: ({ name }) => name,
      cell: ({ name }) => (
        <>
          <b>{name}</b> {name === own && <span className="muted">({text('users.you')})</span>}
        </>
      ),
    },
    {
      id: 'role',
      head: text('users.role'),
      sortBy: ({ group }) => RANKS.indexOf(group),
      cell: ({ group }) => text(`account.role.${group === 'root' ? 'admin' : group}`),
    },
    ...(hasPtz ? [ptzColumn(text)] : []),
    {
      id: 'edit',
      head: text('ui.edit'),
      headHidden: true,
      end: true,
      cell: ({ name }) => (
        <EditLink
          href={hrefTo(paths.editUser({ name }))}
          label={text('users.editNamed', { name })}
        />
      ),
    },
  ]
}

function ptzColumn(text: TextOf): Column<UserRow> {
  return {
    id: 'ptz',
    head: text('users.ptz'),
    sortBy: ({ ptz }) => Number(!ptz),
    cell: ({ ptz }) => (ptz ? text('ui.yes') : <span className="muted">{text('ui.no')}</span>),
  }
}
