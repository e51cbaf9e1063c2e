import type { ListedSipAccount } from '@lintel/contract/calls/sip-accounts'
import { isLocal } from '@lintel/contract/rules/sip'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { history } from '../../app/routing/history.ts'
import { paths } from '../../app/routing/paths.ts'
import { deleteAccount } from './account-setting.ts'

/** Asks before an account is deleted, and returns to the list afterwards. B §4, B §8. */
export function DeleteAccount(props: {
  account: ListedSipAccount | undefined
  open: boolean
  onClose: () => void
}) {
  const { account, open, onClose } = props
  const text = useText()
  const faultText = useFaultText()
  const [busy, setBusy] = useState(false)
  // The account is gone before the answer is here.
  const [asked, setAsked] = useState(account)
  if (account && asked !== account) setAsked(account)
  if (!asked) return null
  const { Name: name } = asked

  async function remove(target: ListedSipAccount) {
    setBusy(true)
    try {
      const wholly = await deleteAccount(target)
      showToast(
        wholly
          ? { status: 'ok', text: text('sipAccounts.deleted', { name }) }
          : { status: 'warning', text: text('sipAccounts.deleted.half', { name }) },
      )
    } catch (fault) {
      const because = faultText(fault)
      showToast({ status: 'critical', text: text('sipAccounts.deleteFailed', { name, because }) })
    }
    history.navigate(paths.sipAccounts(), { force: true })
  }

  return (
    <ConfirmDialog
      open={open}
      title={text('sipAccounts.deleteTitle', { name })}
      body={text(
        isLocal(asked) ? 'sipAccounts.deleteBody.local' : 'sipAccounts.deleteBody.registered',
      )}
      confirm={text('sipAccounts.deleteAccount')}
      busy={busy}
      danger
      onConfirm={() => void remove(asked)}
      onClose={onClose}
    />
  )
}
