/** Saves of a card type with its data that fail, or that others get in the way of. */
import type { CardDataConfig } from '@lintel/contract/card-reader'
import { SECRET_SET } from '@lintel/contract/card-reader'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from '../../app/query-client.ts'
import { history } from '../../app/routing/history.ts'
import { setAdvancedSetup } from './advanced-setup.ts'
import { AddCardTypePage, EditCardTypePage } from './card-type-page.tsx'
import { fakeReader, lost } from './testing/fake-reader.ts'
import {
  fill,
  isDialogOpen,
  leaveReader,
  optionsOf,
  press,
  showReader,
} from './testing/render-reader.tsx'

beforeEach(() => setAdvancedSetup(true))
afterEach(leaveReader)

const CHANGED = /Somebody else has changed these settings/

const serial = (name: string, cardType: CardDataConfig['cardType'] = 'UID/CSN') => ({
  name,
  cardType,
  dataSource: 'CSN' as const,
  enabled: true,
  required: false,
  useAsUid: false,
})
const encryption = {
  AID: 'f48120',
  fileNbr: 1,
  commMode: 'Auto',
  keyType: 'EV1_AES',
  keyNbr: 0,
  key: SECRET_SET,
} as const
const badge: CardDataConfig = {
  ...serial('Badge', 'MIFARE_DESFire'),
  dataSource: 'Data',
  DESFireEncryption: encryption,
}

async function edit(cardType: CardDataConfig['cardType'], configs: readonly CardDataConfig[] = []) {
  const device = fakeReader({ CardTypes: [cardType, 'MIFARE_Plus'], CardDataConfigs: configs })
  showReader(<EditCardTypePage />, { at: '/reader/cards/edit', params: { cardType } })
  await screen.findByRole('heading', { name: 'Card data' })
  return device
}

async function add() {
  const device = fakeReader({ CardTypes: ['UID/CSN'] })
  showReader(<AddCardTypePage />, { at: '/reader/cards/add' })
  await screen.findByRole('heading', { name: 'Card data' })
  return device
}

/** As an event of the device, after somebody else's change. */
const tell = () => act(() => queryClient.invalidateQueries({ queryKey: ['intercom'] }))

async function keep(verb: string) {
  press(verb)
  await waitFor(() => expect(isDialogOpen()).toBe(false))
}

async function addSerial(name: string) {
  press('Add serial number')
  fill('Name', name)
  await keep('Add entry')
}

async function rename(from: string, to: string) {
  press(`Edit ${from}`)
  fill('Name', to)
  await keep('Keep changes')
}

const names = ({ state }: ReturnType<typeof fakeReader>) =>
  state.CardDataConfigs.map(({ name }) => name)

test('a new entry may have the name that another new one had before (READER-38)', async () => {
  const device = await edit('UID/CSN')
  await addSerial('Serial')
  await rename('Serial', 'Number')
  await addSerial('Serial')
  press('Save')
  await screen.findByText('UID/CSN is saved.')
  expect(names(device)).toEqual(['Number', 'Serial'])
})

test('an entry that somebody else deletes while it is edited is stored as a new one (READER-37)', async () => {
  const device = await edit('UID/CSN', [serial('Serial')])
  press('Edit Serial')
  fill('Number of bits Optional', '32')
  device.state = { ...device.state, CardDataConfigs: [] }
  await tell()
  await screen.findByText(/There are no entries/)
  await keep('Keep changes')
  press('Save')
  await screen.findByText('UID/CSN is saved.')
  expect(device.state.CardDataConfigs).toEqual([{ ...serial('Serial'), countBits: 32 }])
})

test('the key of an entry that somebody else has deleted has to be typed again, which the list says (READER-64)', async () => {
  const device = await edit('MIFARE_DESFire', [badge])
  press('Edit Badge')
  press('Required')
  device.state = { ...device.state, CardDataConfigs: [] }
  await tell()
  await screen.findByText(/There are no entries/)
  await keep('Keep changes')
  press('Save')
  expect(await screen.findByText(/Enter the key of Badge again/)).toBeDefined()
  expect(device.sent).toEqual([])
  const group = screen.getByRole('group', { name: 'Card data' })
  const note = document.querySelector(`[id="${group.getAttribute('aria-describedby')}"]`)
  expect(note?.textContent).toContain('Enter the key of Badge again')
})

test('data with keys of a source that has no fields for them keep them (READER-41)', async () => {
  const secure: CardDataConfig = { ...badge, name: 'Secure', dataSource: 'SecureId' }
  const device = await edit('MIFARE_DESFire', [secure])
  press('Edit Secure')
  press('Use as card number')
  await keep('Keep changes')
  press('Save')
  await screen.findByText('MIFARE DESFire is saved.')
  expect(device.state.CardDataConfigs).toEqual([{ ...secure, useAsUid: true }])
})

test('a save that fails keeps the entries, and succeeds when it is repeated', async () => {
  const device = await edit('UID/CSN')
  await addSerial('Serial')
  device.refusals['UpdateConfiguration'] = 'Not now.'
  press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
  expect(screen.getByText('Serial')).toBeDefined()
  device.refusals = {}
  press('Save')
  await screen.findByText('UID/CSN is saved.')
  expect(names(device)).toEqual(['Serial'])
})

test('a save with a typed key whose answer is lost is not taken for stored', async () => {
  const device = await edit('MIFARE_DESFire', [badge])
  press('Edit Badge')
  fill('Key', '00112233445566778899aabbccddeeff')
  await keep('Keep changes')
  device.after = lost
  press('Save')
  expect((await screen.findByRole('alert')).textContent).toContain('Not saved.')
  device.after = () => Promise.resolve()
  press('Save')
  await screen.findByText('MIFARE DESFire is saved.')
})

test('entries that somebody else has changed are shown before they are replaced (EXPECT-21)', async () => {
  const device = await edit('UID/CSN', [serial('Serial')])
  press('Delete Serial')
  device.state = { ...device.state, CardDataConfigs: [serial('Theirs')] }
  press('Save')
  expect(await screen.findByText(CHANGED)).toBeDefined()
  expect(device.sent).toEqual([])
  press('Save')
  await screen.findByText('UID/CSN is saved.')
  expect(device.state.CardDataConfigs).toEqual([])
})

test('a type that somebody else deletes meanwhile leads to the list, which says so (EXPECT-22)', async () => {
  const device = await edit('UID/CSN')
  await addSerial('Serial')
  device.state = { ...device.state, CardTypes: ['MIFARE_Plus'] }
  press('Save')
  expect(await screen.findByText('The list no longer has this card type.')).toBeDefined()
  expect(history.path.get()).toBe('/reader/cardtypes')
  expect(device.sent).toEqual([])
})

test('a type that somebody else adds meanwhile keeps their data beside those of the form (READER-34, EXPECT-21)', async () => {
  const device = await add()
  await addSerial('Mine')
  const theirs = serial('Theirs', 'MIFARE_DESFire')
  device.state = {
    ...device.state,
    CardTypes: ['UID/CSN', 'MIFARE_DESFire'],
    CardDataConfigs: [theirs],
  }
  await tell()
  expect(screen.getByText('Mine')).toBeDefined()
  press('Add card type')
  expect(await screen.findByText(CHANGED)).toBeDefined()
  expect(screen.getByText('Theirs')).toBeDefined()
  // It is still the type of the form.
  expect(optionsOf('Card type')[0]).toBe('MIFARE DESFire')
  expect(device.sent).toEqual([])
  press('Add card type')
  await screen.findByText('MIFARE DESFire is added.')
  expect(device.state.CardTypes).toEqual(['UID/CSN', 'MIFARE_DESFire'])
  expect(device.state.CardDataConfigs).toEqual([theirs, serial('Mine', 'MIFARE_DESFire')])
})

test('left over data of a type come with it, and have to keep their names for their keys (READER-34)', async () => {
  const device = fakeReader({
    CardTypes: ['UID/CSN'],
    CardDataConfigs: [badge, { ...badge, name: 'Site' }],
  })
  showReader(<AddCardTypePage />, { at: '/reader/cards/add' })
  await screen.findByText('Badge')
  await rename('Badge', 'Pass')
  await rename('Site', 'Place')
  press('Add card type')
  expect(await screen.findByText(/Enter the key of Pass again/)).toBeDefined()
  expect(device.sent).toEqual([])
})

test('with all types in the list, the page to add one says so (READER-04)', async () => {
  const types = ['MIFARE_DESFire', 'MIFARE_Plus', 'MIFARE_Classic', 'MIFARE_Ultralight'] as const
  const device = fakeReader({ CardTypes: [...types, 'UID/CSN'] })
  showReader(<AddCardTypePage />, { at: '/reader/cards/add' })
  expect(await screen.findByText('All card types are already in the list.')).toBeDefined()
  device.state = { ...device.state, CardTypes: types }
  await tell()
  await screen.findByLabelText('Card type')
  expect(optionsOf('Card type')).toEqual(['UID/CSN'])
})

test('the focus stays where it is, or goes to the entries when its row is gone (EXPECT-06)', async () => {
  const device = await edit('UID/CSN', [serial('Serial')])
  const button = (name: string) => screen.getByRole('button', { name })
  button('Edit Serial').focus()
  press('Edit Serial')
  press('Cancel')
  await waitFor(() => expect(document.activeElement).toBe(button('Edit Serial')))
  button('Delete Serial').focus()
  press('Delete Serial')
  const items = document.querySelector('fieldset[name="items"]')
  await waitFor(() => expect(items?.contains(document.activeElement)).toBe(true))
  expect(device.sent).toEqual([])
})

test('another choice of the type keeps the focus (READER-34)', async () => {
  await add()
  await addSerial('Serial')
  const type = screen.getByLabelText<HTMLSelectElement>('Card type')
  type.focus()
  fill('Card type', 'MIFARE_Plus')
  await waitFor(() => expect(screen.queryByText('Serial')).toBeNull())
  expect(document.activeElement).toBe(type)
})

test('the list tells of each entry its source, its bits, and whether it is disabled', async () => {
  await edit('UID/CSN', [
    { ...serial('Serial'), offsetBits: 8, countBits: 1 },
    { ...serial('Rest'), enabled: false },
  ])
  const cells = () =>
    screen.getAllByRole('cell').flatMap(({ textContent }) => /.*bit.*/.exec(textContent) ?? [])
  expect(cells()).toEqual([
    'Serial Serial number (CSN) · 1 bit from bit 8',
    'Rest DisabledSerial number (CSN) · All bits from bit 0',
  ])
  // Opening the page moves no focus.
  expect(document.activeElement).toBe(document.body)
})
