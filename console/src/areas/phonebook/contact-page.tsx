import { fullName } from '@lintel/contract/rules/phonebook'
import { useState } from 'react'
import { useParam } from '../../app/routing/history.ts'
import { paths } from '../../app/routing/paths.ts'
import { CallDialog } from './call-dialog.tsx'
import type { ContactCall } from './calls.ts'
import { CallsCard } from './calls-card.tsx'
import { ContactFields } from './contact-fields.tsx'
import { contactSetting } from './contact-setting.ts'
import { checkContact, departmentIn } from './contact-values.ts'
import type { ContactIds, ContactState, ContactValues } from './contact-values.ts'
import { EntryFormFrame, useEntryForm } from './entry-form.tsx'
import { newEntryId } from '../../app/entry-id.ts'
import { EntryPage } from './entry-page.tsx'
import type { EntryFormProps } from './entry-page.tsx'
import { useFeatures } from './features.ts'
import { FallbackCard } from './parts/fallback-card.tsx'

/** The form of a new contact. B §2. */
export const NewContactPage = () => <ContactPage />

/** The form of an existing contact, with its deletion. B §2. */
export function EditContactPage() {
  const id = useParam('id')
  return <ContactPage key={id} stored={id} />
}

/** @param props.stored the id of an existing contact */
const ContactPage = ({ stored }: { stored?: string }) => (
  <EntryPage
    kind="contact"
    stored={stored}
    newIds={(entry) => ({ entry, fallback: newEntryId(), department: newEntryId() })}
    setting={contactSetting}
    entryIn={({ contact }) => contact}
    ownedIn={({ fallback }) => (fallback ? [fallback.id] : [])}
    departmentOf={departmentIn}
    listOf={paths.organisation}
  >
    {(form) => <ContactForm {...form} />}
  </EntryPage>
)

function ContactForm(props: EntryFormProps<ContactState, ContactIds>) {
  const { state, subject, accounts } = props
  const features = useFeatures()
  const [editing, setEditing] = useState<{ before?: ContactCall }>()
  const { form, frame } = useEntryForm('contact', contactSetting, {
    ...props,
    check: (values: ContactValues, taken) => checkContact(values, { features, accounts, taken }),
    nameOf: fullName,
  })
  return (
    <>
      <EntryFormFrame {...frame} exists={state.contact !== undefined}>
        <ContactFields form={form} state={state} features={features} />
        <CallsCard
          form={form}
          accounts={accounts}
          onAdd={() => setEditing({})}
          onEdit={(before) => setEditing({ before })}
        />
        <FallbackCard form={form} accounts={accounts} own={subject.ids.entry} />
      </EntryFormFrame>
      {editing && (
        <CallDialog
          contact={form}
          before={editing.before}
          accounts={accounts}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}
