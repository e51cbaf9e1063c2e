import { isAudio } from '../../app/conditions.ts'
import { useParam } from '../../app/routing/history.ts'
import { useLeaveWhenGone, useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { problem } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { SettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { LoadFailed } from '@lintel/ui/loading'
import { PageHead } from '@lintel/ui/page-head'
import { SaveBar } from '@lintel/ui/save-bar'
import { Skeleton } from '@lintel/ui/skeleton'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { accountIn } from './accounts.ts'
import type { Account } from './accounts.ts'
import { DeleteUser } from './delete-user.tsx'
import { accountSetting, usersQuery } from './queries.ts'
import type { Users } from './queries.ts'
import { UserFields } from './user-fields.tsx'
import { checkUser, valuesOf } from './user-values.ts'

/** The form for an existing account, with its deletion. */
export function EditUserPage() {
  const text = useText()
  const name = useParam('name')
  const { data, error, refetch } = useQuery(usersQuery)
  const account = data && accountIn(data.lists, name)
  const [deleting, setDeleting] = useState(false)
  const gone = data !== undefined && account === undefined && !deleting
  useLeaveWhenGone(gone, paths.users(), text('users.gone', { name }))

  return (
    <>
      <PageHead
        title={text('users.editNamed', { name })}
        trail={[{ label: text('pages.users'), href: hrefTo(paths.users()) }]}
        actions={
          account &&
          account.group !== 'root' && (
            <Button
              kind="danger"
              onClick={() => {
                setDeleting(true)
              }}
            >
              {text('ui.delete')}
            </Button>
          )
        }
      />
      {account ? (
        <EditUser key={name} users={data} account={account} />
      ) : error && !data ? (
        <LoadFailed fault={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
      <DeleteUser
        name={name}
        open={deleting}
        onClose={() => {
          setDeleting(false)
        }}
      />
    </>
  )
}

function EditUser({ users, account }: { users: Users; account: Account }) {
  const text = useText()
  const { name, group } = account
  const audio = isAudio(useViewpoint())
  const setting = useMemo(() => accountSetting(name, audio), [name, audio])
  const openList = useOpenAfterSave(paths.users())
  const { form, changed } = useStoredForm(setting, {
    state: users,
    check: checkUser,
    holdOnWarnings: true,
    failure: problem('validation.errorSaveUser'),
    onSaved: () => {
      showToast({ status: 'ok', text: text('users.saved', { name }) })
      openList()
    },
  })
  return (
    <SettingsForm form={form} label={text('pages.editUser')}>
      {changed && (
        <ChangedNotice>
          {text('users.changedNote', { role: text(`account.role.${valuesOf(account).role}`) })}
        </ChangedNotice>
      )}
      <UserFields form={form} mode="edit" root={group === 'root'} />
      <SaveBar form={form} />
    </SettingsForm>
  )
}
