import { accountsMax } from '@lintel/contract/rules/sip'
import { useSettingsForm } from '@lintel/ui/form'
import { SaveFailed } from '@lintel/ui/save-failed'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { CreateBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useUnsaved } from '@lintel/ui/unsaved'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isDoorstation } from '../../app/conditions.ts'
import { QueryView } from '../../app/query-view.tsx'
import { history } from '../../app/routing/history.ts'
import { useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { AccountForm } from './account-form.tsx'
import { checkAccount, isOnlyEnabled, newAccount } from './account-values.ts'
import { ProxyList } from './proxy-list.tsx'
import type { Proxy } from './proxies.ts'
import { createAccount } from './create-account.ts'
import { accountsQuery } from './queries.ts'
import type { Accounts } from './queries.ts'

/** The form for a new account. B §2. */
export function NewAccountPage() {
  const text = useText()
  const query = useQuery(accountsQuery)
  return (
    <>
      <PageHead
        title={text('pages.newSipAccount')}
        trail={[{ label: text('pages.sipAccounts'), href: hrefTo(paths.sipAccounts()) }]}
      />
      <QueryView query={query}>{(state) => <NewAccount state={state} />}</QueryView>
    </>
  )
}

function NewAccount({ state }: { state: Accounts }) {
  const text = useText()
  const video = isDoorstation(useViewpoint())
  const openList = useOpenAfterSave(paths.sipAccounts())
  const [proxies, setProxies] = useState<readonly Proxy[]>([])
  const only = isOnlyEnabled(state.accounts)
  const form = useSettingsForm({
    values: { ...newAccount, isDefault: only },
    check: (values) => ({ errors: checkAccount(values, undefined, state.accounts) }),
    save: (values) => createAccount(values, proxies, video),
    onSaved: ({ name }) => {
      setProxies([])
      showToast({ status: 'ok', text: text('sipAccounts.created', { name }) })
      openList()
    },
  })
  useUnsaved(proxies.length > 0)
  useReturnWhenFull(state.accounts.length >= accountsMax(video), form.saving || !form.dirty)
  return (
    <AccountForm
      form={form}
      label={text('pages.newSipAccount')}
      isNew
      video={video}
      forced={only ? 'only' : undefined}
      failureAt="elsewhere"
      proxies={
        <ProxyList
          proxies={proxies}
          atOnce={false}
          onChange={(next) => {
            setProxies(next)
            return Promise.resolve()
          }}
        />
      }
    >
      {form.failure && <SaveFailed failure={form.failure} />}
      <CreateBar
        form={form}
        verb={text('pages.newSipAccount')}
        onCancel={() => history.navigate(paths.sipAccounts(), { force: true })}
      />
    </AccountForm>
  )
}

/**
 * Without room for another account, the list opens, which says so (OPEN-75). What is typed by then
 * stays, and the device refuses it with a reason.
 */
function useReturnWhenFull(isFull: boolean, nothingTyped: boolean): void {
  const [returns] = useState(isFull)
  useEffect(() => {
    if (returns && nothingTyped) history.navigate(paths.sipAccounts(), { replace: true })
  }, [returns, nothingTyped])
}
