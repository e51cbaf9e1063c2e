import { TOPICS } from '@lintel/contract/events'
import { accountsMax } from '@lintel/contract/rules/sip'
import { breakable } from '@lintel/ui/breakable'
import { LinkButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { Chip } from '@lintel/ui/chip'
import { EditLink } from '@lintel/ui/edit-link'
import type { TextOf } from '@lintel/ui/i18n'
import { useText } from '@lintel/ui/i18n'
import type { Column } from '@lintel/ui/list'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { Table } from '@lintel/ui/table'
import { useQuery } from '@tanstack/react-query'
import { BookUser } from 'lucide-react'
import { useEffect } from 'react'
import { hasCallButton, isDoorstation } from '../../app/conditions.ts'
import { onEvents } from '../../app/events/live.ts'
import { useQueryList } from '../../app/list/query-list.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { sipEnabledQuery } from '../../app/sip.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import styles from './sip-accounts.module.css'
import { accountsQuery, showStatus } from './queries.ts'
import type { Accounts } from './queries.ts'
import type { AccountRow } from './status.ts'
import { StatusCell } from './status-cell.tsx'
import { TestCall } from './test-call.tsx'

const rowsIn = ({ rows }: Accounts): readonly AccountRow[] => rows

/** The SIP accounts, whether they are registered, and a test call. B §2. */
export function SipAccountsPage() {
  const text = useText()
  const viewpoint = useViewpoint()
  const max = accountsMax(isDoorstation(viewpoint))
  const query = useQuery(accountsQuery)
  const sipOn = useQuery(sipEnabledQuery).data
  const columns = columnsOf(text, sipOn)
  const list = useQueryList(query, rowsIn, { columns })
  const count = query.data?.accounts.length
  const isFull = count !== undefined && count >= max
  useEffect(
    () =>
      onEvents([TOPICS.sipAccountStatus], (data, source) => {
        const id = source['SIPAccountId']
        if (id !== undefined) showStatus(id, Number(data['Status']), data['StatusText'] ?? '')
      }),
    [],
  )
  return (
    <>
      <PageHead
        title={text('pages.sipAccounts')}
        note={text('sipAccounts.note')}
        actions={
          count !== undefined &&
          !isFull && (
            <LinkButton kind="primary" href={hrefTo(paths.addSipAccount())}>
              {text('pages.newSipAccount')}
            </LinkButton>
          )
        }
      />
      {isFull && (
        <Notice status="warn" title={text('sipAccounts.full', { max })}>
          {text('sipAccounts.full.next')}
        </Notice>
      )}
      <Card>
        <Table
          caption={text('pages.sipAccounts')}
          columns={columns}
          list={list}
          empty={text('sipAccounts.empty')}
          icon={BookUser}
        />
      </Card>
      {hasCallButton(viewpoint) && (
        <p className={styles['button']}>
          {text('sipAccounts.button')}{' '}
          <a href={hrefTo(paths.callButton())}>{text('pages.phonebook')}</a>
        </p>
      )}
      {query.data && <TestCall accounts={query.data.accounts} sipOn={sipOn} />}
    </>
  )
}

/** @param sipOn whether SIP is enabled; undefined while that is unknown */
function columnsOf(text: TextOf, sipOn: boolean | undefined): Column<AccountRow>[] {
  return [
    {
      id: 'name',
      head: text('ui.name'),
      sortBy: ({ account }) => account.Name,
      cell: (row) => (
        <div className={styles['name']}>
          <b>{row.account.Name}</b>{' '}
          {row.account.IsDefault && <Chip>{text('sipAccounts.isDefault')}</Chip>}
          <small className={styles['narrow']}>{breakable(addressOf(row))}</small>
        </div>
      ),
    },
    {
      id: 'address',
      head: text('sipAccounts.address'),
      sortBy: addressOf,
      wideOnly: true,
      cell: (row) => <span className="mono">{addressOf(row)}</span>,
    },
    {
      id: 'status',
      head: text('sipAccounts.status'),
      sortBy: ({ status }) => status?.Status ?? 0,
      cell: (row) => <StatusCell row={row} sipOn={sipOn} />,
    },
    {
      id: 'edit',
      head: text('ui.edit'),
      headHidden: true,
      end: true,
      cell: ({ id, account }) => (
        <EditLink
          href={hrefTo(paths.editSipAccount({ id }))}
          label={text('sipAccounts.editNamed', { name: account.Name })}
        />
      ),
    },
  ]
}

/** Where the account can be called; without SIP the device doesn't say. */
function addressOf({ account, status }: AccountRow): string {
  if (status?.SIPURI) return status.SIPURI
  const host = account.PublicDomain || account.Registrar
  return host ? `sip:${account.UserId}@${host}` : `sip:${account.UserId}`
}
