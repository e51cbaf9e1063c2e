import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { Button } from '@lintel/ui/button'
import { SettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { QueryView } from '../../app/query-view.tsx'
import { useParam } from '../../app/routing/history.ts'
import { useLeaveWhenGone, useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { DeleteOrganisation } from './delete-organisation.tsx'
import { useDraft } from './draft.ts'
import { OrganisationFields } from './organisation-fields.tsx'
import { checkOrganisation } from './organisation-values.ts'
import { organisationQuery, organisationSetting } from './queries.ts'
import { useSaveFailed } from './use-save-failed.ts'

/** The form of an existing organisation, with its deletion. B §2. */
export function EditOrganisationPage() {
  const text = useText()
  const id = useParam('id')
  const query = useQuery(organisationQuery(id))
  const [deleting, setDeleting] = useState(false)
  const gone = query.data === null && !deleting
  useLeaveWhenGone(gone, paths.phonebook(), text('phonebook.organisation.gone'))
  // While it is being deleted, its name is still asked for.
  const [shown, setShown] = useState(query.data)
  if (query.data && query.data !== shown) setShown(query.data)
  const label = shown?.label
  return (
    <>
      <PageHead
        title={
          label === undefined
            ? text('pages.editOrganisation')
            : text('ui.editNamed', { name: label })
        }
        trail={[
          { label: text('pages.phonebook'), href: hrefTo(paths.phonebook()) },
          ...(label === undefined ? [] : [{ label, href: hrefTo(paths.organisation({ id })) }]),
        ]}
        actions={
          query.data && (
            <Button kind="danger" onClick={() => setDeleting(true)}>
              {text('phonebook.organisation.delete')}
            </Button>
          )
        }
      />
      <QueryView query={query}>
        {(entry) => entry && <EditOrganisation key={id} entry={entry} />}
      </QueryView>
      {shown && (
        <DeleteOrganisation
          id={id}
          label={shown.label}
          open={deleting}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}

function EditOrganisation({ entry }: { entry: PhonebookEntry }) {
  const text = useText()
  const { id } = entry
  const path = paths.editOrganisation({ id })
  const setting = useMemo(() => organisationSetting(id), [id])
  const openOrganisation = useOpenAfterSave(paths.organisation({ id }))
  const saveFailed = useSaveFailed(path, id)
  const { form, changed, partly } = useStoredForm(setting, {
    state: entry,
    check: checkOrganisation,
    onSaved: ({ sent }) => {
      showToast({ status: 'ok', text: text('ui.saved', { name: sent.label }) })
      openOrganisation()
    },
    onFailed: saveFailed,
  })
  useDraft(path, form)
  return (
    <SettingsForm form={form} label={text('pages.editOrganisation')}>
      {changed && <ChangedNotice />}
      {partly && (
        <Notice status="warn" title={text('phonebook.organisation.half')}>
          {text('phonebook.organisation.half.next')}
        </Notice>
      )}
      <OrganisationFields form={form} version={entry.version} />
      <SaveBar form={form} />
    </SettingsForm>
  )
}
