import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { PageHead } from '@lintel/ui/page-head'
import { CreateBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { history } from '../../app/routing/history.ts'
import { useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { hrefTo, paths } from '../../app/routing/paths.ts'
import { draftOf, useDraft } from './draft.ts'
import { newEntryId } from '../../app/entry-id.ts'
import { OrganisationFields } from './organisation-fields.tsx'
import { checkOrganisation, newOrganisation } from './organisation-values.ts'
import { createOrganisation } from './queries.ts'
import { useSaveFailed } from './use-save-failed.ts'

/** The form for a new organisation. B §2. */
export function NewOrganisationPage() {
  const text = useText()
  const path = paths.addOrganisation()
  const [id] = useState(() => draftOf(path)?.id ?? newEntryId())
  // Contacts are what comes next.
  const openIt = useOpenAfterSave(paths.organisation({ id }))
  const saveFailed = useSaveFailed(path, id)
  const form = useSettingsForm({
    values: newOrganisation,
    check: checkOrganisation,
    async save(values) {
      try {
        await createOrganisation(id, values)
      } catch (fault) {
        saveFailed(fault, values)
        throw fault
      }
    },
    onSaved: ({ label }) => {
      showToast({ status: 'ok', text: text('phonebook.organisation.created', { name: label }) })
      openIt()
    },
  })
  useDraft(path, form)
  return (
    <>
      <PageHead
        title={text('pages.newOrganisation')}
        trail={[{ label: text('pages.phonebook'), href: hrefTo(paths.phonebook()) }]}
      />
      <SettingsForm form={form} label={text('pages.newOrganisation')}>
        <OrganisationFields form={form} />
        <CreateBar
          form={form}
          verb={text('pages.newOrganisation')}
          onCancel={() => history.navigate(paths.phonebook(), { force: true })}
        />
      </SettingsForm>
    </>
  )
}
