import type { DtmfTrigger } from '@lintel/contract/calls/dtmf-triggers'
import { renderWithMessages } from '@lintel/ui/testing/render'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeDevice } from '../app/testing/fake-device.ts'
import { catalogues } from './catalogues.ts'
import { Forms } from './forms.tsx'
import type { DtmfState } from './read.ts'

const DOOR: DtmfTrigger = {
  id: '7',
  version: '1',
  name: 'Door',
  code: '12',
  account: '',
  port: 1,
  pulse: 3000,
}
const HALL = { ...DOOR, id: '8', name: 'Hall', code: '34' }
const DESK = { Id: 'desk', Name: 'Desk', DTMFTriggerId: ['7'], RFC2833: true, RFC2976: true }
const STATE: DtmfState = {
  triggers: [DOOR],
  configurations: [DESK],
  accounts: [],
  outputs: [{ port: 1, name: '' }],
}
const LIST = 'GET /lintel/dtmf-triggers'

/** Shows a form; returns what changes the state of the device around it. */
function show(view: Parameters<typeof Forms>[0]['view'], state: DtmfState = STATE) {
  const onClose = vi.fn()
  const forms = (now: DtmfState) => (
    <Forms view={view} state={now} again={() => Promise.resolve()} onClose={onClose} />
  )
  const { rerender } = renderWithMessages(forms(state), 'en', catalogues)
  return { onClose, change: (now: DtmfState) => rerender(forms(now)) }
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('a trigger that somebody else deletes keeps what was typed, and is added again', async () => {
  const user = userEvent.setup()
  const asked = fakeDevice({
    [LIST]: () => ({ items: [], total: 0, version: '1' }),
    'POST /lintel/dtmf-triggers': (body) => ({ ...body, id: '9', version: '1' }),
  })
  const { onClose, change } = show({ kind: 'trigger', id: DOOR.id })
  await user.clear(field('Code'))
  await user.type(field('Code'), '99')
  await press('Save')
  const failure = await screen.findByText('Not saved.')
  // The page says what has happened, not that the device lacks the call.
  expect(failure.parentElement?.textContent.trim()).toMatch(/^Not saved\.\s*This no longer exists/)
  change({ ...STATE, triggers: [] })
  expect(screen.getByText('This was deleted in the meantime.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Delete trigger' })).toBeNull()
  expect(field('Code').value).toBe('99')
  await press('Save')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  const { id: _id, version: _version, ...written } = { ...DOOR, code: '99' }
  expect(asked.at(-1)).toEqual(['POST /lintel/dtmf-triggers', written])
})

test('a save that lost its response: the device has the trigger', async () => {
  const user = userEvent.setup()
  fakeDevice({
    [LIST]: () => ({ items: [{ ...DOOR, name: 'Gate', version: '2' }], total: 1, version: '1' }),
    'POST /lintel/dtmf-triggers/update': () => 'lost',
  })
  const { onClose } = show({ kind: 'trigger', id: DOOR.id })
  await user.clear(field('Name'))
  await user.type(field('Name'), ' Gate ')
  await press('Save')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
})

test.each([
  ['is gone', [], 1],
  ['is still there', [DOOR], 0],
])('a deletion that lost its response: the trigger %s', async (_, items, closed) => {
  fakeDevice({
    [LIST]: () => ({ items, total: items.length, version: '1' }),
    'POST /lintel/dtmf-triggers/remove': () => 'lost',
  })
  const { onClose } = show({ kind: 'trigger', id: DOOR.id })
  await press('Delete trigger')
  await press('Delete trigger')
  if (closed === 0) await screen.findByText("That didn't work.")
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(closed))
})

/** What the calls of a configuration are answered, and what was written. */
function fakeConfiguration(now: () => object | number) {
  const asked = fakeDevice({
    'POST /vapix/call': (body) =>
      'axcall:GetDTMFConfiguration' in body ? now() : { DTMFConfigurationId: DESK.Id },
  })
  return () =>
    asked.flatMap(([, body]) =>
      'axcall:SetDTMFConfiguration' in body
        ? [(body['axcall:SetDTMFConfiguration'] as { DTMFConfiguration: object }).DTMFConfiguration]
        : [],
    )
}

test('triggers that come and go while a configuration is open are named as they are then', async () => {
  const written = fakeConfiguration(() => ({ DTMFConfiguration: { ...DESK, DTMFTriggerId: [] } }))
  const opened = { ...STATE, configurations: [{ ...DESK, DTMFTriggerId: [] }] }
  const { onClose, change } = show({ kind: 'configuration', id: DESK.Id }, opened)
  await userEvent.click(field('Door, code 12'))
  change({ ...opened, triggers: [HALL] })
  await userEvent.click(field('Hall, code 34'))
  await press('Save')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(written()).toEqual([{ ...DESK, DTMFTriggerId: ['8'] }])
})

test('a configuration that somebody else deletes keeps what was typed, and is added again', async () => {
  const written = fakeConfiguration(() => 404)
  const { onClose, change } = show({ kind: 'configuration', id: DESK.Id })
  await userEvent.click(field('SIP messages (RFC 2976)'))
  await press('Save')
  await screen.findByText('Not saved.')
  expect(written()).toEqual([])
  change({ ...STATE, configurations: [] })
  expect(screen.getByText('This was deleted in the meantime.')).toBeDefined()
  await press('Save')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(written()).toEqual([{ ...DESK, RFC2976: false }])
})
