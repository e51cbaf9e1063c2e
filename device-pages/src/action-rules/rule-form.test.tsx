import type { ActionRule } from '@lintel/contract/calls/action-rules'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeDevice } from '../app/testing/fake-device.ts'
import { catalogues } from './catalogues.ts'
import { catalogues as fieldCatalogues } from './field-catalogues.ts'
import { catalogues as recipientCatalogues } from '../recipients/form-catalogues.ts'
import { RuleForm } from './rule-form.tsx'
import { CHOICES, GUARD, NIGHT, RULE } from './testing/rules.ts'
import * as logic from './values.ts'

const STATE = {
  rules: [RULE],
  recipients: [GUARD],
  choices: CHOICES,
  time: { localDateTime: '2026-11-20T14:07:32+01:00' },
}

function show(change: Partial<Parameters<typeof RuleForm>[0]> = {}) {
  const onClose = vi.fn()
  const form = (more: typeof change) => (
    <RuleForm
      state={STATE}
      rule={RULE}
      copies={false}
      isGone={false}
      logic={logic}
      again={() => Promise.resolve()}
      onClose={onClose}
      {...more}
    />
  )
  const { rerender } = renderWithMessages(form(change), 'en', [
    ...catalogues,
    ...fieldCatalogues,
    ...recipientCatalogues,
  ])
  return { onClose, change: (more: typeof change) => rerender(form(more)) }
}

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('a rule that somebody else has deleted keeps what was typed, and is added again', async () => {
  const asked = fakeDevice({
    'GET /lintel/action-rules': () => ({ items: [], total: 0, version: '1' }),
    'POST /lintel/action-rules': (body) => ({ ...body, id: '9', version: '1' }),
  })
  const { onClose, change } = show()
  await userEvent.type(await field('Subject'), ' 2')
  await press('Save')
  const failure = await screen.findByText('Not saved.')
  expect(failure.parentElement?.textContent.trim()).toMatch(/^Not saved\.\s*This no longer exists/)
  change({ state: { ...STATE, rules: [] }, isGone: true })
  expect(screen.queryByRole('button', { name: 'Delete rule' })).toBeNull()
  await press('Save')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  const [call, written] = asked.at(-1) ?? []
  expect(call).toBe('POST /lintel/action-rules')
  expect(written).toMatchObject({ name: 'Ring', parameters: { subject: 'Event 2' } })
  expect(written).not.toHaveProperty('id')
})

test('the copy of a rule has a name of its own', async () => {
  fakeDevice({})
  const copy = { ...RULE, id: '8', name: 'Ring (copy)' }
  show({ copies: true, state: { ...STATE, rules: [RULE, copy] } })
  expect((await field('Name')).value).toBe('Ring (copy) 2')
})

test('a copy says that it lacks the password of a recipient that only the original has', async () => {
  fakeDevice({})
  const own = { ...RULE, recipient: '', parameters: { ...RULE.parameters, host: 'mail.example' } }
  show({ copies: true, rule: own, state: { ...STATE, rules: [own] } })
  const missing = /doesn’t take over the original’s password/
  expect(await screen.findByText(missing)).not.toBeNull()
  await userEvent.selectOptions(await field('Recipient'), 'Guard')
  expect(screen.queryByText(missing)).toBeNull()
})

const { start: _start, ...WITHOUT_START } = { ...RULE, conditions: [NIGHT] }

test.each<[string, ActionRule, ActionRule, number]>([
  ['as it was written', RULE, { ...RULE, version: '4', parameters: { subject: 'Event 2' } }, 1],
  [
    'with an event that was not written',
    WITHOUT_START,
    { ...RULE, version: '4', conditions: [NIGHT], parameters: { subject: 'Event 2' } },
    0,
  ],
  [
    'in the version that was opened',
    { ...RULE, parameters: { subject: 'Event 2' } },
    { ...RULE, parameters: { subject: 'Event 2' } },
    0,
  ],
])('a save that lost its response: the device has the rule %s', async (_, opened, now, closed) => {
  fakeDevice({
    'GET /lintel/action-rules': () => ({ items: [now], total: 1, version: '1' }),
    'POST /lintel/action-rules/update': () => 'lost',
  })
  const { onClose } = show({ rule: opened })
  const subject = await field('Subject')
  await userEvent.clear(subject)
  await userEvent.type(subject, 'Event 2')
  await press('Save')
  if (closed === 0) await screen.findByText('Not saved.')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(closed))
})

test.each([
  ['is gone', [], 1],
  ['is still there', [RULE], 0],
])('a deletion that lost its response: the rule %s', async (_, items, closed) => {
  const asked = fakeDevice({
    'GET /lintel/action-rules': () => ({ items, total: items.length, version: '1' }),
    'POST /lintel/action-rules/remove': () => 'lost',
  })
  const { onClose, change } = show()
  // It is the version that the person has seen.
  const changed = { ...RULE, version: '4' }
  change({ state: { ...STATE, rules: [changed] }, rule: changed })
  await press('Delete rule')
  await press('Delete rule')
  if (closed === 0) await screen.findByRole('alert')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(closed))
  // The page also asks whether the device is still there.
  expect(asked).toContainEqual(['POST /lintel/action-rules/remove', { id: '7', version: '3' }])
})

test('a proposed name follows the choices, also after a recipient was added; a typed one stays', async () => {
  fakeDevice({})
  show({ rule: undefined })
  await userEvent.selectOptions(await field('What happens'), 'Call button')
  await userEvent.selectOptions(await field('What to do'), 'Send an email')
  expect((await field('Name')).value).toBe('Call button: Send an email')
  await press('Add recipient')
  await press('Cancel')
  await userEvent.selectOptions(await field('What happens'), 'Shock')
  expect((await field('Name')).value).toBe('Shock: Send an email')
  await userEvent.type(await field('Name'), '!')
  await userEvent.selectOptions(await field('What happens'), 'Call button')
  expect((await field('Name')).value).toBe('Shock: Send an email!')
})

test('a rule may start by any input, but a condition is about one of them', async () => {
  fakeDevice({})
  show({ rule: undefined })
  const optionsOf = async (name: string, at = 0) => {
    const [...fields] = await screen.findAllByLabelText<HTMLSelectElement>(name)
    return Array.from(fields[at]?.options ?? [], ({ text }) => text)
  }
  await userEvent.selectOptions(await field('What happens'), 'Input')
  expect(await optionsOf('Which input')).toEqual(['Any', 'Gate', 'Port 2'])
  expect(await optionsOf('State')).toEqual(['Active', 'Not active'])
  await press('Add condition')
  await userEvent.selectOptions(await field('Condition 1'), 'Input')
  expect(await optionsOf('Which input', 1)).toEqual(['Gate', 'Port 2'])
  expect(await optionsOf('State', 1)).toEqual(['Active', 'Not active'])
})
