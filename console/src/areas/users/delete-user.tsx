import { atSite } from '@lintel/contract/site'
import { history } from '../../app/routing/history.ts'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useText } from '@lintel/ui/i18n'
import { useState } from 'react'
import { paths } from '../../app/routing/paths.ts'
import { me } from '../../app/session/me.ts'
import { useStore } from '@lintel/ui/store'
import { deleteAccount } from './queries.ts'

/**
 * Asks before an account is deleted, and returns to the list afterwards, whatever the outcome. A §4
 * Users.
 */
export function DeleteUser(props: { name: string; open: boolean; onClose: () => void }) {
  const { name, open, onClose } = props
  const text = useText()
  const own = useStore(me)?.user === name
  const [busy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    // A failure is not reported: the list shows that the account is still there (OPEN-27).
    const deleted = await deleteAccount(name, own).then(
      () => true,
      () => false,
    )
    // Deleting the account ended its session.
    if (own && deleted) location.assign(atSite('/sign-in'))
    else history.navigate(paths.users(), { force: true })
  }

  return (
    <ConfirmDialog
      open={open}
      title={text('users.deleteTitle', { name })}
      body={
        <>
          {text('users.confirmDeleteUser', { name })} {own && text('users.deleteOwn')}
        </>
      }
      confirm={text('users.deleteUser')}
      busy={busy}
      danger
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
