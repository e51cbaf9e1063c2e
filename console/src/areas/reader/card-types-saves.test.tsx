/** Changes of the list of card types while the device is slow, fails, or is changed by others. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '../../app/query-client.ts'
import { CardTypesPage } from './card-types-page.tsx'
import { fakeReader, gate, lost } from './testing/fake-reader.ts'
import {
  fill,
  front,
  isDialogOpen,
  leaveReader,
  optionsOf,
  press,
  showReader,
} from './testing/render-reader.tsx'

afterEach(leaveReader)

const TYPES = ['MIFARE_DESFire', 'MIFARE_Plus', 'UID/CSN'] as const
const NAMES = ['MIFARE DESFire', 'MIFARE Plus', 'MIFARE Classic', 'MIFARE Ultralight', 'UID/CSN']

async function open(CardTypes: Parameters<typeof fakeReader>[0] = { CardTypes: TYPES }) {
  const device = fakeReader(CardTypes)
  showReader(<CardTypesPage />, { at: '/reader/cardtypes' })
  await screen.findByText('Advanced card setup')
  return device
}

type Device = Awaited<ReturnType<typeof open>>

const list = () => screen.getByRole('list', { name: 'Card types' })
const rows = () =>
  within(list())
    .queryAllByRole('listitem')
    .map(({ textContent }) => NAMES.find((name) => textContent.includes(name)))
const writes = ({ sent }: Device) =>
  sent.map(({ input }) => (input as { CardTypes: readonly string[] }).CardTypes)
const button = (name: string) => screen.getByRole('button', { name })
const focused = () => document.activeElement

/** As an event of the device, after somebody else's change. */
const tell = () => act(() => queryClient.invalidateQueries({ queryKey: ['intercom'] }))

test('moves show at once, and are stored one after the other (READER-33)', async () => {
  const device = await open()
  const slow = gate()
  device.before = slow.wait
  press('Move UID/CSN up')
  press('Move UID/CSN up')
  expect(rows()).toEqual(['UID/CSN', 'MIFARE DESFire', 'MIFARE Plus'])
  expect(screen.getByText('UID/CSN: now 1 of 3.')).toBeDefined()
  expect(device.sent).toEqual([])
  slow.open()
  await waitFor(() => expect(device.sent).toHaveLength(2))
  expect(writes(device)).toEqual([
    ['MIFARE_DESFire', 'UID/CSN', 'MIFARE_Plus'],
    ['UID/CSN', 'MIFARE_DESFire', 'MIFARE_Plus'],
  ])
  await tell()
  expect(rows()).toEqual(['UID/CSN', 'MIFARE DESFire', 'MIFARE Plus'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('if a move can’t be stored, the list is the device’s again, and what waits for it is not sent (READER-33)', async () => {
  const device = await open()
  const slow = gate()
  device.before = slow.wait
  device.refusals['UpdateConfiguration'] = 'Not now.'
  press('Move UID/CSN up')
  press('Move UID/CSN up')
  slow.open()
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
  expect(rows()).toEqual(['MIFARE DESFire', 'MIFARE Plus', 'UID/CSN'])
  device.refusals = {}
  press('Move UID/CSN up')
  expect(screen.queryByRole('alert')).toBeNull()
  await waitFor(() =>
    expect(writes(device)).toEqual([['MIFARE_DESFire', 'UID/CSN', 'MIFARE_Plus']]),
  )
})

test('after a lost answer the list shows what the device has (READER-33)', async () => {
  const device = await open()
  device.after = lost
  press('Move UID/CSN up')
  await waitFor(() => expect(device.sent).toHaveLength(1))
  await tell()
  expect(rows()).toEqual(['MIFARE DESFire', 'UID/CSN', 'MIFARE Plus'])
  expect(screen.queryByRole('alert')).toBeNull()
  device.before = lost
  press('Move UID/CSN up')
  expect((await screen.findByRole('alert')).textContent).toContain('Not saved.')
  expect(rows()).toEqual(['MIFARE DESFire', 'UID/CSN', 'MIFARE Plus'])
})

test('a dialog that opens while a move is stored stays open', async () => {
  const device = await open()
  const slow = gate()
  device.before = slow.wait
  press('Move UID/CSN up')
  press('Delete MIFARE Plus')
  slow.open()
  await waitFor(() => expect(device.sent).toHaveLength(1))
  await tell()
  expect(front().getByText('Delete MIFARE Plus?')).toBeDefined()
  press('Delete card type')
  await waitFor(() => expect(isDialogOpen()).toBe(false))
  expect(writes(device).at(-1)).toEqual(['MIFARE_DESFire', 'UID/CSN'])
})

test('a type that can’t be deleted stays in the list, and the page says why (READER-35)', async () => {
  const device = await open()
  device.refusals['UpdateConfiguration'] = 'Not now.'
  press('Delete MIFARE Plus')
  press('Delete card type')
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
  expect(isDialogOpen()).toBe(false)
  expect(rows()).toEqual(['MIFARE DESFire', 'MIFARE Plus', 'UID/CSN'])
})

test('a type is deleted from the list as it is by then (READER-35, EXPECT-21)', async () => {
  const device = await open()
  press('Delete MIFARE Plus')
  device.state = { ...device.state, CardTypes: ['MIFARE_Plus', 'MIFARE_Classic'] }
  await tell()
  await waitFor(() => expect(rows()).toEqual(['MIFARE Plus', 'MIFARE Classic']))
  press('Delete card type')
  await waitFor(() => expect(isDialogOpen()).toBe(false))
  expect(writes(device)).toEqual([['MIFARE_Classic']])
})

test('after a dialog the focus is on its button, or on the list if that is gone (EXPECT-06)', async () => {
  await open()
  button('Delete MIFARE Plus').focus()
  press('Delete MIFARE Plus')
  press('Cancel')
  await waitFor(() => expect(focused()).toBe(button('Delete MIFARE Plus')))
  press('Delete MIFARE Plus')
  press('Delete card type')
  await waitFor(() => expect(isDialogOpen()).toBe(false))
  expect(focused()?.contains(list())).toBe(true)
  expect(focused()).not.toBe(document.body)
})

test('the list has the focus once the last type is added', async () => {
  await open({ CardTypes: [...TYPES, 'MIFARE_Classic'] })
  button('Add card type').focus()
  press('Add card type')
  press('Add card type')
  await waitFor(() => expect(isDialogOpen()).toBe(false))
  expect(rows().at(-1)).toBe('MIFARE Ultralight')
  expect(screen.queryByRole('button', { name: 'Add card type' })).toBeNull()
  expect(focused()?.contains(list())).toBe(true)
  expect(focused()).not.toBe(document.body)
})

test('what is chosen in the dialog stays while somebody else adds that type, and is not added twice (READER-34)', async () => {
  const device = await open()
  press('Add card type')
  device.state = { ...device.state, CardTypes: [...TYPES, 'MIFARE_Classic'] }
  await tell()
  await waitFor(() => expect(rows()).toContain('MIFARE Classic'))
  expect(optionsOf('Card type')).toEqual(['MIFARE Classic', 'MIFARE Ultralight'])
  expect(front().getByLabelText<HTMLSelectElement>('Card type').value).toBe('MIFARE_Classic')
  press('Add card type')
  await waitFor(() => expect(isDialogOpen()).toBe(false))
  expect(device.state.CardTypes).toEqual([...TYPES, 'MIFARE_Classic'])
})

test('a type that can’t be added stays chosen in the dialog, with the reason (READER-34)', async () => {
  const device = await open()
  press('Add card type')
  fill('Card type', 'MIFARE_Ultralight')
  device.refusals['UpdateConfiguration'] = 'Not now.'
  press('Add card type')
  expect((await front().findByRole('alert')).textContent).toContain('Not now.')
  expect(front().getByLabelText<HTMLSelectElement>('Card type').value).toBe('MIFARE_Ultralight')
  device.refusals = {}
  press('Add card type')
  await waitFor(() => expect(isDialogOpen()).toBe(false))
  expect(rows().at(-1)).toBe('MIFARE Ultralight')
})
