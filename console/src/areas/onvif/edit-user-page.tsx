import { DeviceFault } from '@lintel/contract/fault'
import { problem } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { SettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed } from '@lintel/ui/loading'
import { PageHead } from '@lintel/ui/page-head'
import { SaveBar } from '@lintel/ui/save-bar'
import { Skeleton } from '@lintel/ui/skeleton'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { history, useParam } from '../../app/routing/history.ts'
import { useLeaveWhenGone, useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { useReturnAfterFailure } from './failure.ts'
import { onvifUserSetting, onvifUsersQuery, removeOnvifUser } from './queries.ts'
import type { OnvifUser } from './user-values.ts'
import { groupName, OnvifUserFields } from './user-fields.tsx'
import { checkOnvifUser } from './user-values.ts'

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
      {data && user ? (
        <EditUser key={name} users={data} user={user} />
      ) : error && !data ? (
        <LoadFailed fault={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
      <DeleteUser name={name} open={deleting} onClose={() => setDeleting(false)} />
    </>
  )
}

function EditUser({ users, user }: { users: OnvifUser[]; user: OnvifUser }) {
  const text = useText()
  const { name, group } = user
  const setting = useMemo(() => onvifUserSetting(name), [name])
  const openList = useOpenAfterSave(paths.onvifUsers())
  const returnAfter = useReturnAfterFailure()
  const { form, changed } = useStoredForm(setting, {
    state: users,
    check: checkOnvifUser,
    holdOnWarnings: true,
    failure: problem('validation.errorSaveUser'),
    onSaved: () => {
      showToast({ status: 'ok', text: text('users.saved', { name }) })
      openList()
    },
    // Another administrator's change is shown in the form, and a deletion by leaving it.
    onFailed: (fault) => {
      if (fault instanceof DeviceFault) returnAfter('onvif.notSaved', name, fault)
    },
  })
  return (
    <SettingsForm form={form} label={text('pages.editOnvifUser')}>
      {changed && (
        <ChangedNotice>{text('users.changedNote', { role: groupName(text, group) })}</ChangedNotice>
      )}
      <OnvifUserFields form={form} mode="edit" root={name === 'root'} />
      <SaveBar form={form} />
    </SettingsForm>
  )
}

/** Asks before a user is deleted, and returns to the list afterwards, whatever the outcome. B §8. */
function DeleteUser(props: { name: string; open: boolean; onClose: () => void }) {
  const { name, open, onClose } = props
  const text = useText()
  const returnAfter = useReturnAfterFailure()
  const [busy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    try {
      await removeOnvifUser(name)
      history.navigate(paths.onvifUsers(), { force: true })
    } catch (fault) {
      returnAfter('onvif.notDeleted', name, fault)
    }
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
