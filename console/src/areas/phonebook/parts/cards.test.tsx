import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import phonebook from '../../../../messages/phonebook/en.json'
import { newGroup } from '../group-values.ts'
import type { GroupValues } from '../group-values.ts'
import { FallbackCard } from './fallback-card.tsx'
import { listValue } from './list-value.ts'
import { RecipientsCard } from './recipients-card.tsx'

afterEach(cleanup)

function GroupForm({ values }: { values: GroupValues }) {
  const form = useSettingsForm<GroupValues>({ values, save: () => Promise.resolve() })
  return (
    <SettingsForm form={form} label="Call group">
      <RecipientsCard form={form} accounts={[]} onAdd={() => undefined} />
      <FallbackCard form={form} accounts={[]} />
    </SettingsForm>
  )
}

/** Shows a call group with so many addresses as recipients. */
function show(recipients: number): void {
  const list = Array.from({ length: recipients }, (_, place) => ({
    type: 'SIP',
    id: `a${place}`,
    address: `${place}@127.0.0.9`,
    account: '',
  }))
  renderWithMessages(
    <QueryClientProvider client={new QueryClient()}>
      <GroupForm values={{ ...newGroup(''), recipients: listValue(list) }} />
    </QueryClientProvider>,
    'en',
    [phonebook],
  )
}

const add = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Add recipient' })
const warning = () => screen.queryByText('There can be at most 6 recipients.')

test('six recipients are enough, and one that is removed makes room (PHONEBOOK-74)', async () => {
  show(6)
  expect(add().disabled).toBe(true)
  expect(warning()).not.toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Remove 3@127.0.0.9' }))
  expect(add().disabled).toBe(false)
  expect(warning()).toBeNull()
})

test('a fallback is none, a contact or an address (PHONEBOOK-77)', async () => {
  show(0)
  const type = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Fallback' })
  expect(Array.from(type.options, ({ text }) => text)).toEqual([
    'No fallback',
    'A contact',
    'A SIP address',
  ])
  expect(screen.queryByLabelText('Called address')).toBeNull()
  await userEvent.selectOptions(type, 'A SIP address')
  expect(screen.getByLabelText('Called address')).not.toBeNull()
})
