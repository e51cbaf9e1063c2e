import type { Credential } from '@lintel/contract/calls/access-control'
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
import { useParam } from '../../app/routing/history.ts'
import { useLeaveWhenGone, useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { CredentialFields } from './credential-form.tsx'
import { checkCredential, takesPin, warningsOf } from './credential-values.ts'
import type { Credentials } from './credential-values.ts'
import { DeleteCredential } from './delete-credential.tsx'
import { credentialIn, credentialSetting, credentialsQuery } from './queries.ts'

/** The form of an existing card or PIN, with its deletion. */
export function EditCredentialPage() {
  const text = useText()
  const token = useParam('token')
  const { data, error, refetch } = useQuery(credentialsQuery)
  const credential = data && credentialIn(data, token)
  const [deleting, setDeleting] = useState(false)
  const gone = data !== undefined && credential === undefined && !deleting
  useLeaveWhenGone(gone, paths.credentials(), text('credentials.gone'))
  return (
    <>
      <PageHead
        title={
          credential?.Description
            ? text('ui.editNamed', { name: credential.Description })
            : text('pages.editCredential')
        }
        trail={[{ label: text('pages.credentials'), href: hrefTo(paths.credentials()) }]}
        actions={
          credential && (
            <Button kind="danger" onClick={() => setDeleting(true)}>
              {text('ui.delete')}
            </Button>
          )
        }
      />
      {credential ? (
        <EditCredential key={token} state={data} credential={credential} />
      ) : error && !data ? (
        <LoadFailed fault={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
      <DeleteCredential
        credential={credential}
        open={deleting}
        onClose={() => setDeleting(false)}
      />
    </>
  )
}

function EditCredential({ state, credential }: { state: Credentials; credential: Credential }) {
  const text = useText()
  const { token } = credential
  const setting = useMemo(() => credentialSetting(token), [token])
  const openList = useOpenAfterSave(paths.credentials())
  const { form, changed } = useStoredForm(setting, {
    state,
    check: (values) => ({
      errors: checkCredential(values, state, credential),
      warnings: warningsOf(values, state.clock),
    }),
    onSaved: ({ sent }) => {
      showToast({ status: 'ok', text: text('ui.saved', { name: sent.name }) })
      openList()
    },
  })
  return (
    <SettingsForm form={form} label={text('pages.editCredential')}>
      {changed && <ChangedNotice />}
      <CredentialFields form={form} hasPin={takesPin(credential)} />
      <SaveBar form={form} />
    </SettingsForm>
  )
}
