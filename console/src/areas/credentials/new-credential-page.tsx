import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { CreateBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { newEntryId } from '../../app/entry-id.ts'
import { QueryView } from '../../app/query-view.tsx'
import { history } from '../../app/routing/history.ts'
import { useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { CredentialFields } from './credential-form.tsx'
import { checkCredential, newCredential, warningsOf } from './credential-values.ts'
import type { Credentials } from './credential-values.ts'
import { addCredential, credentialsQuery } from './queries.ts'

/** The form for a new card or PIN. */
export function NewCredentialPage() {
  const text = useText()
  const query = useQuery(credentialsQuery)
  return (
    <>
      <PageHead
        title={text('pages.newCredential')}
        trail={[{ label: text('pages.credentials'), href: hrefTo(paths.credentials()) }]}
      />
      <QueryView query={query}>{(state) => <NewCredential state={state} />}</QueryView>
    </>
  )
}

function NewCredential({ state }: { state: Credentials }) {
  const text = useText()
  const [token] = useState(newEntryId)
  const openList = useOpenAfterSave(paths.credentials())
  const form = useSettingsForm({
    values: newCredential,
    check: (values) => ({
      // After a lost answer it is in the list itself.
      errors: checkCredential(values, {
        ...state,
        list: state.list.filter((one) => one.token !== token),
      }),
      warnings: warningsOf(values, state.clock),
    }),
    save: (values) => addCredential(token, values, state.clock),
    onSaved: ({ name }) => {
      showToast({ status: 'ok', text: text('credentials.added', { name }) })
      openList()
    },
  })
  return (
    <SettingsForm form={form} label={text('pages.newCredential')}>
      <CredentialFields form={form} hasPin={false} />
      <CreateBar
        form={form}
        verb={text('pages.newCredential')}
        onCancel={() => history.navigate(paths.credentials(), { force: true })}
      />
    </SettingsForm>
  )
}
