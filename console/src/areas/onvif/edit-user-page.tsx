import { Button } from '@lintel/ui/button'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { SettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed, Loading } from '@lintel/ui/loading'
import { PageHead } from '@lintel/ui/page-head'
import { SaveBar } from '@lintel/ui/save-bar'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { history, useParam } from '../../app/routing/history.ts'
import { useLeaveWhenGone } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { changeOnvifUser, onvifUsersQuery, removeOnvifUser } from './queries.ts'
import type { OnvifUser } from './queries.ts'
import { useUserForm } from './use-user-form.ts'
import { OnvifUserFields } from './user-fields.tsx'
import { checkOnvifUser, valuesOf } from './user-values.ts'

/** The form for an existing ONVIF user, with its deletion. B §2 (ONVIF-03). */
export function EditOnvifUserPage() {
  const text = useText()
  const name = useParam('name')
  const { data, error, refetch } = useQuery(onvifUsersQuery)
  const user = data?.find((one) => one.name === name)
  const [deleting, setDeleting] = useState(false)
  const gone = data !== undefined && user === undefined && !deleting
  useLeaveWhenGone(gone, paths.onvifUsers(), text('users.gone', { name }))

  return (
    <>
      <PageHead
        title={text('users.editNamed', { name })}
        trail={[{ label: text('pages.onvif'), href: hrefTo(paths.onvifUsers()) }]}
        actions={
          user &&
          name !== 'root' && (
            <Button kind="danger" onClick={() => setDeleting(true)}>
              {text('ui.delete')}
            </Button>
          )
        }
      />
      {user ? (
        <EditUser key={name} user={user} />
      ) : error && !data ? (
        <LoadFailed fault={error} onRetry={() => void refetch()} />
      ) : (
        <Loading />
      )}
      <DeleteUser name={name} open={deleting} onClose={() => setDeleting(false)} />
    </>
  )
}

function EditUser({ user }: { user: OnvifUser }) {
  const text = useText()
  const values = useMemo(() => valuesOf(user), [user])
  const form = useUserForm({
    values,
    check: checkOnvifUser,
    save: changeOnvifUser,
    saved: (name) => text('users.saved', { name }),
  })
  return (
    <SettingsForm form={form} label={text('pages.editOnvifUser')}>
      <OnvifUserFields form={form} mode="edit" root={user.name === 'root'} />
      <SaveBar form={form} />
    </SettingsForm>
  )
}

/** Asks before a user is deleted, and returns to the list afterwards, whatever the outcome. B §8. */
function DeleteUser(props: { name: string; open: boolean; onClose: () => void }) {
  const { name, open, onClose } = props
  const text = useText()
  const [busy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    // A failure is not reported: the list shows that the user is still there.
    await removeOnvifUser(name).catch(() => undefined)
    history.navigate(paths.onvifUsers(), { force: true })
  }

  return (
    <ConfirmDialog
      open={open}
      title={text('users.deleteTitle', { name })}
      body={text('users.confirmDeleteUser', { name })}
      confirm={text('users.deleteUser')}
      busy={busy}
      danger
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  )
}
