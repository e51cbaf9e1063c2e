import type { Form } from '@lintel/ui/form'
import { SettingsForm, useFieldValue, useSettingsForm } from '@lintel/ui/form'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import phonebook from '../../../messages/phonebook/en.json'
import { CallDialog } from './call-dialog.tsx'
import { newContact } from './contact-values.ts'
import type { ContactValues } from './contact-values.ts'
import { listIn } from './parts/list-value.ts'

/** The calls that the form of the contact has. */
function Calls({ form }: { form: Form<ContactValues> }) {
  return <output>{useFieldValue(form, 'calls')}</output>
}

function ContactForm() {
  const [open, setOpen] = useState(true)
  const form = useSettingsForm<ContactValues>({
    values: newContact(''),
    save: () => Promise.resolve(),
  })
  return (
    <>
      <SettingsForm form={form} label="Contact">
        <Calls form={form} />
      </SettingsForm>
      {open && (
        <CallDialog
          contact={form}
          before={undefined}
          accounts={[]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

test('a contact is called always, or in one of the schedules of the device (PHONEBOOK-29, PHONEBOOK-32, OPEN-59)', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(['schedules'], [{ id: 'office', name: 'Office hours' }])
  renderWithMessages(
    <QueryClientProvider client={client}>
      <ContactForm />
    </QueryClientProvider>,
    'en',
    [phonebook],
  )
  const availability = screen.getByLabelText<HTMLSelectElement>('Availability')
  expect(Array.from(availability.options, ({ text }) => text)).toEqual(['Always', 'Office hours'])
  expect(availability.value).toBe('')
  await userEvent.selectOptions(screen.getByLabelText('Type of call'), 'VMS')
  await userEvent.selectOptions(availability, 'Office hours')
  await userEvent.click(screen.getByRole('button', { name: 'Add call' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const calls = listIn(screen.getByRole('status').textContent)
  expect(calls).toMatchObject([{ type: 'VMS', scheduleIds: ['office'] }])
})
