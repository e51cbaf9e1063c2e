import { problem } from '@lintel/contract/rules/problem'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { CreateBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { QueryView } from '../../app/query-view.tsx'
import { history } from '../../app/routing/history.ts'
import { useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { useReturnAfterFailure } from './failure.ts'
import { createOnvifUser, onvifUsersQuery } from './queries.ts'
import type { OnvifUser } from './user-values.ts'
import { OnvifUserFields } from './user-fields.tsx'
import { checkNewOnvifUser, newOnvifUser } from './user-values.ts'

/** The form for a new ONVIF user. B §2 (ONVIF-02). */
export function NewOnvifUserPage() {
  const text = useText()
  // Without the list it is unknown whether a name is taken.
  const users = useQuery(onvifUsersQuery)
  return (
    <>
      <PageHead
        title={text('pages.newOnvifUser')}
        trail={[{ label: text('pages.onvif'), href: hrefTo(paths.onvifUsers()) }]}
      />
      <QueryView query={users}>{(known) => <NewUser users={known} />}</QueryView>
    </>
  )
}

function NewUser({ users }: { users: readonly OnvifUser[] }) {
  const text = useText()
  const openList = useOpenAfterSave(paths.onvifUsers())
  const returnAfter = useReturnAfterFailure()
  const form = useSettingsForm({
    values: newOnvifUser,
    check: (values) => checkNewOnvifUser(values, users),
    holdOnWarnings: true,
    failure: problem('validation.errorSaveUser'),
    async save(values) {
      try {
        await createOnvifUser(values)
      } catch (fault) {
        returnAfter('onvif.notSaved', values.name, fault)
        throw fault
      }
    },
    onSaved: ({ name }) => {
      showToast({ status: 'ok', text: text('users.created', { name }) })
      openList()
    },
  })
  return (
    <SettingsForm form={form} label={text('pages.newOnvifUser')}>
      <OnvifUserFields form={form} mode="new" />
      <CreateBar
        form={form}
        verb={text('pages.newOnvifUser')}
        onCancel={() => history.navigate(paths.onvifUsers(), { force: true })}
      />
    </SettingsForm>
  )
}
