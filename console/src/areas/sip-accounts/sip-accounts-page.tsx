import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { Card } from '@lintel/ui/card'
import type { TextOf } from '@lintel/ui/i18n'
import { useText } from '@lintel/ui/i18n'
import type { Column } from '@lintel/ui/list'
import { PageHead } from '@lintel/ui/page-head'
import { Table } from '@lintel/ui/table'
import { useQuery } from '@tanstack/react-query'
import { useQueryList } from '../../app/list/query-list.ts'
import { accountsQuery } from './queries.ts'

type AccountRow = ListedSipAccount & { id: string }

const rowsIn = (accounts: readonly ListedSipAccount[]): AccountRow[] =>
  accounts.map((account) => ({ ...account, id: account.Id }))

const addressOf = ({ UserId, PublicDomain, Registrar }: ListedSipAccount): string =>
  [UserId, PublicDomain || Registrar].filter(Boolean).join('@')

const columnsOf = (text: TextOf): Column<AccountRow>[] => [
  { id: 'name', head: text('ui.name'), sortBy: ({ Name }) => Name, cell: ({ Name }) => Name },
  { id: 'address', head: text('sipAccounts.address'), sortBy: addressOf, cell: addressOf },
]

/** The accounts with which the device calls and can be called. B §2 SIP. */
export function SipAccountsPage() {
  const text = useText()
  const columns = columnsOf(text)
  const list = useQueryList(useQuery(accountsQuery), rowsIn, { columns })
  return (
    <>
      <PageHead title={text('pages.sipAccounts')} note={text('sipAccounts.note')} />
      <Card>
        <Table
          caption={text('pages.sipAccounts')}
          columns={columns}
          list={list}
          empty={text('sipAccounts.empty')}
        />
      </Card>
    </>
  )
}
