import { problem } from '@lintel/contract/rules/problem'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { CreateBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { isAudio } from '../../app/conditions.ts'
import { QueryView } from '../../app/query-view.tsx'
import { history } from '../../app/routing/history.ts'
import { useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { useViewpoint } from '../../app/viewpoint.ts'
import { createAccount, usersQuery } from './queries.ts'
import type { Users } from './queries.ts'
import { UserFields } from './user-fields.tsx'
import { accountOf, checkNewUser, newUser } from './user-values.ts'

/** The form for a new account. */
export function NewUserPage() {
  const text = useText()
  // Without the list it is unknown whether a name is taken.
  const users = useQuery(usersQuery)
  return (
    <>
      <PageHead
        title={text('pages.newUser')}
        trail={[{ label: text('pages.users'), href: hrefTo(paths.users()) }]}
      />
      <QueryView query={users}>{(known) => <NewUser users={known} />}</QueryView>
    </>
  )
}

function NewUser({ users }: { users: Users }) {
  const text = useText()
  const viewpoint = useViewpoint()
  const openList = useOpenAfterSave(paths.users())
  const form = useSettingsForm({
    values: newUser,
    check: (values) => checkNewUser(values, users.lists),
    holdOnWarnings: true,
    failure: problem('validation.errorSaveUser'),
    save: (values) =>
      createAccount(accountOf(values, values.role), values.password, isAudio(viewpoint)),
    onSaved: ({ name }) => {
      showToast({ status: 'ok', text: text('users.created', { name }) })
      openList()
    },
  })
  return (
    <SettingsForm form={form} label={text('pages.newUser')}>
      <UserFields form={form} mode="new" />
      <CreateBar
        form={form}
        verb={text('pages.newUser')}
        onCancel={() => history.navigate(paths.users(), { force: true })}
      />
    </SettingsForm>
  )
}
