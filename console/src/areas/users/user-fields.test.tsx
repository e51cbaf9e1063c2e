/** The field that only a camera with pan, tilt or zoom has. */
import type { Form } from '@lintel/ui/form'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import account from '@lintel/ui/messages/account/en.json'
import users from '../../../messages/users/en.json'
import { capabilitiesQuery, parametersQuery } from '../../app/queries.ts'
import { me } from '../../app/session/me.ts'
import { UserFields } from './user-fields.tsx'
import { newUser } from './user-values.ts'
import type { UserValues } from './user-values.ts'

afterEach(() => {
  cleanup()
  me.set(undefined)
})

function Fields() {
  const form: Form<UserValues> = useSettingsForm({
    values: newUser,
    save: () => Promise.resolve(),
  })
  return (
    <SettingsForm form={form} label="Form">
      <UserFields form={form} mode="new" />
    </SettingsForm>
  )
}

/** The labels of the checkboxes, by role. */
function checkboxesOn(ptz: 'yes' | 'no'): Record<string, (string | undefined)[]> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const values = new Map([
    ['root.Brand.ProdType', 'Network Door Station'],
    ['root.Properties.PTZ.PTZ', ptz],
  ])
  client.setQueryData(parametersQuery('admin').queryKey, { values, missing: [] })
  client.setQueryData(capabilitiesQuery.queryKey, {})
  me.set({ user: 'root', groups: ['admin'] })
  renderWithMessages(
    <QueryClientProvider client={client}>
      <Fields />
    </QueryClientProvider>,
    'en',
    [account, users],
  )
  const found = ['admin', 'operator', 'viewer'].map((role) => {
    fireEvent.change(screen.getByRole('combobox'), { target: { value: role } })
    const boxes = screen.queryAllByRole<HTMLInputElement>('checkbox', { name: 'PTZ control' })
    return [role, boxes.map((box) => box.labels?.[0]?.textContent ?? undefined)] as const
  })
  return Object.fromEntries(found)
}

test('a camera that moves offers PTZ to operators and viewers, not to administrators (FIX-15)', () => {
  expect(checkboxesOn('yes')).toEqual({
    admin: [],
    operator: [expect.stringContaining('PTZ control')],
    viewer: [expect.stringContaining('PTZ control')],
  })
})

test('a camera that does not move offers PTZ to nobody', () => {
  expect(checkboxesOn('no')).toEqual({ admin: [], operator: [], viewer: [] })
})
