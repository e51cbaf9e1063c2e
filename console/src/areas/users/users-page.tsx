import { LinkButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import type { TextOf } from '@lintel/ui/i18n'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed, Loading } from '@lintel/ui/loading'
import { PageHead } from '@lintel/ui/page-head'
import { Table } from '@lintel/ui/table'
import type { Column } from '@lintel/ui/table'
import { useQuery } from '@tanstack/react-query'
import { me } from '../../app/session/me.ts'
import { useStore } from '../../app/store.ts'
import { accountsIn } from './accounts.ts'
import type { Account } from './accounts.ts'
import { usersQuery } from './queries.ts'
import { useHasPtz } from './user-fields.tsx'
import { hrefTo, paths } from '../../app/routing/paths.ts'

/** Who may sign in. A §2 Users. */
export function UsersPage() {
  const text = useText()
  const { data, error, refetch } = useQuery(usersQuery)
  return (
    <>
      <PageHead
        title={text('pages.users')}
        note={text('users.note')}
        actions={
          <LinkButton kind="primary" href={hrefTo(paths.addUser())}>
            {text('users.new')}
          </LinkButton>
        }
      />
      {data ? (
        <UserTable accounts={accountsIn(data.lists)} />
      ) : error ? (
        <LoadFailed fault={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
    </>
  )
}

function UserTable({ accounts }: { accounts: Account[] }) {
  const text = useText()
  const columns = columnsOf(text, useStore(me)?.user, useHasPtz())
  return (
    <Card>
      <Table
        caption={text('pages.users')}
        columns={columns}
        rows={accounts}
        rowKey={({ name }) => name}
        empty={text('users.empty')}
      />
    </Card>
  )
}

/**
 * @param own the account that is signed in here
 * @param hasPtz whether the column for it is worth its place
 */
function columnsOf(text: TextOf, own: string | undefined, hasPtz: boolean): Column<Account>[] {
  return [
    {
      id: 'name',
      head: text('users.name'),
      cell: ({ name }) => (
        <>
          <b>{name}</b> {name === own && <span className="muted">{text('users.you')}</span>}
        </>
      ),
    },
    {
      id: 'role',
      head: text('users.role'),
      cell: ({ group }) => text(`users.role.${group === 'root' ? 'admin' : group}`),
    },
    ...(hasPtz ? [ptzColumn(text)] : []),
    {
      id: 'edit',
      head: <span className="sr-only">{text('users.edit')}</span>,
      end: true,
      cell: ({ name }) => (
        <a href={hrefTo(paths.editUser({ name }))} aria-label={text('users.editNamed', { name })}>
          {text('users.edit')}
        </a>
      ),
    },
  ]
}

function ptzColumn(text: TextOf): Column<Account> {
  return {
    id: 'ptz',
    head: text('users.ptz'),
    cell: ({ ptz }) =>
      ptz ? text('users.yes') : <span className="muted">{text('users.no')}</span>,
  }
}
