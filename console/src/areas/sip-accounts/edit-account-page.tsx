import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { problem } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { SaveBar } from '@lintel/ui/save-bar'
import { Skeleton } from '@lintel/ui/skeleton'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { isDoorstation } from '../../app/conditions.ts'
import { useParam } from '../../app/routing/history.ts'
import { useLeaveWhenGone, useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { AccountForm } from './account-form.tsx'
import { checkAccount, isOnlyEnabled } from './account-values.ts'
import type { AccountValues } from './account-values.ts'
import { DeleteAccount } from './delete-account.tsx'
import { ProxyList } from './proxy-list.tsx'
import { storesPassword } from './stored-password.ts'
import { accountSetting, saveProxies } from './account-setting.ts'
import { accountIn, accountsQuery } from './queries.ts'
import type { Accounts } from './queries.ts'

/** The form of an existing account, with its deletion. B §2. */
export function EditAccountPage() {
  const text = useText()
  const id = useParam('id')
  const { data, error, refetch } = useQuery(accountsQuery)
  const account = data?.accounts.find(({ Id }) => Id === id)
  const [deleting, setDeleting] = useState(false)
  const gone = data !== undefined && account === undefined && !deleting
  useLeaveWhenGone(gone, paths.sipAccounts(), text('sipAccounts.gone'))
  return (
    <>
      <PageHead
        title={
          account
            ? text('sipAccounts.editNamed', { name: account.Name })
            : text('pages.editSipAccount')
        }
        trail={[{ label: text('pages.sipAccounts'), href: hrefTo(paths.sipAccounts()) }]}
        actions={
          account && (
            <Button kind="danger" onClick={() => setDeleting(true)}>
              {text('sipAccounts.deleteAccount')}
            </Button>
          )
        }
      />
      {data && account ? (
        <EditAccount key={id} state={data} account={account} />
      ) : error && !data ? (
        <LoadFailed fault={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
      <DeleteAccount account={account} open={deleting} onClose={() => setDeleting(false)} />
    </>
  )
}

function EditAccount({ state, account }: { state: Accounts; account: ListedSipAccount }) {
  const text = useText()
  const { Id: id } = account
  const video = isDoorstation(useViewpoint())
  const setting = useMemo(() => accountSetting(id, video), [id, video])
  const openList = useOpenAfterSave(paths.sipAccounts())
  const { form, changed, partly } = useStoredForm(setting, {
    state,
    check: (values) => ({
      errors: checkAccount(values, account, state.accounts),
      warnings: checkPassword(values, account),
    }),
    onSaved: ({ sent }) => {
      showToast({ status: 'ok', text: text('sipAccounts.saved', { name: sent.name }) })
      openList()
    },
  })
  return (
    <AccountForm
      form={form}
      label={text('pages.editSipAccount')}
      isNew={false}
      password={storesPassword(account)}
      video={video}
      forced={
        account.IsDefault && account.Enabled
          ? 'default'
          : isOnlyEnabled(state.accounts, id)
            ? 'only'
            : undefined
      }
      notice={
        <>
          {changed && <ChangedNotice />}
          {partly && (
            <Notice status="warn" title={text('sipAccounts.half')}>
              {text('sipAccounts.half.next')}
            </Notice>
          )}
        </>
      }
      proxies={<StoredProxies account={account} />}
    >
      <SaveBar form={form} />
    </AccountForm>
  )
}

/** With another user, the device forgets the password. */
function checkPassword(values: AccountValues, account: ListedSipAccount) {
  const forgotten = values.userId !== account.UserId && storesPassword(account) !== false
  const retyped = values.password !== '' || values.removePassword
  return forgotten && !retyped && values.type === 'registered'
    ? { password: problem('sipAccounts.password.again') }
    : {}
}

/** The proxies of the account, each change of which is saved at once. */
function StoredProxies({ account: { Id: id, SIPProxies } }: { account: ListedSipAccount }) {
  // Read here too: once a save ends, the list is the device's in the same render.
  const { data } = useQuery(accountsQuery)
  const list = data ? (accountIn(data, id)?.SIPProxies ?? SIPProxies) : SIPProxies
  return <ProxyList proxies={list} atOnce onChange={(next, seen) => saveProxies(id, next, seen)} />
}
