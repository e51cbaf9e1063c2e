import type { Credential } from '@lintel/contract/calls/access-control'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { history } from '../../app/routing/history.ts'
import { paths } from '../../app/routing/paths.ts'
import { deleteCredential } from './queries.ts'

/** Asks before a card or PIN is deleted, and returns to the list afterwards. */
export function DeleteCredential(props: {
  credential: Credential | undefined
  open: boolean
  onClose: () => void
}) {
  const { credential, open, onClose } = props
  const text = useText()
  const faultText = useFaultText()
  const [busy, setBusy] = useState(false)
  // It is gone before the answer is here.
  const [asked, setAsked] = useState(credential)
  if (credential && asked !== credential) setAsked(credential)
  if (!asked) return null
  const { token, Description } = asked
  const name = Description || token

  async function remove() {
    setBusy(true)
    try {
      await deleteCredential(token)
      showToast({ status: 'ok', text: text('ui.deleted', { name }) })
      history.navigate(paths.credentials(), { force: true })
    } catch (fault) {
      const because = faultText(fault)
      showToast({ status: 'critical', text: text('credentials.deleteFailed', { name, because }) })
      setBusy(false)
      onClose()
    }
  }

  return (
    <ConfirmDialog
      open={open}
      title={text('credentials.deleteTitle', { name })}
      body={text('credentials.deleteBody')}
      confirm={text('credentials.delete')}
      busy={busy}
      danger
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
