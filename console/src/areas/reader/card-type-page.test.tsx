/** The pages of a card type with the dialogs of its data. */
import type { CardDataConfig } from '@lintel/contract/card-reader'
import { SECRET_SET } from '@lintel/contract/card-reader'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { history } from '../../app/routing/history.ts'
import { setAdvancedSetup } from './advanced-setup.ts'
import { AddCardTypePage, EditCardTypePage } from './card-type-page.tsx'
import { fakeReader } from './testing/fake-reader.ts'
import {
  fill,
  front,
  isDialogOpen,
  leaveReader,
  press,
  showReader,
} from './testing/render-reader.tsx'

beforeEach(() => setAdvancedSetup(true))
afterEach(leaveReader)

const badge: CardDataConfig = {
  name: 'Badge',
  cardType: 'MIFARE_DESFire',
  dataSource: 'Data',
  enabled: true,
  required: false,
  useAsUid: true,
  DESFireEncryption: {
    AID: 'f48120',
    fileNbr: 1,
    commMode: 'Auto',
    keyType: 'EV1_AES',
    keyNbr: 0,
    key: SECRET_SET,
  },
}

async function edit(cardType: CardDataConfig['cardType'], configs: readonly CardDataConfig[] = []) {
  const device = fakeReader({ CardTypes: [cardType, 'UID/CSN'], CardDataConfigs: configs })
  const at = `/reader/cards/edit/${encodeURIComponent(cardType)}`
  showReader(<EditCardTypePage />, { at, params: { cardType } })
  await screen.findByRole('heading', { name: 'Card data' })
  return device
}

const fields = () =>
  Array.from(document.querySelectorAll('dialog[open] [name]'), (one) => one.getAttribute('name'))

/** Keeps what the dialog has. */
async function keep(verb: string) {
  press(verb)
  await waitFor(() => expect(isDialogOpen()).toBe(false))
}

const COMMON = ['offsetBits', 'countBits', 'enabled', 'required', 'useAsUid']

test.each([
  ['UID/CSN', 'Add serial number', []],
  ['MIFARE_DESFire', 'Add serial number', []],
  ['MIFARE_DESFire', 'Add data', ['AID', 'fileNbr', 'commMode', 'keyType', 'keyNbr', 'key']],
  ['MIFARE_Classic', 'Add data', ['keyA', 'keyB', 'startSector', 'startBlock', 'skipLastBlock']],
  ['MIFARE_Ultralight', 'Add data', ['key']],
] as const)('the dialog of %s, %s, has the fields %j (READER-36)', async (type, button, own) => {
  await edit(type)
  press(button)
  expect(fields()).toEqual(['name', ...own, ...COMMON])
  // Nothing is stored yet.
  expect(front().queryByText(/Asterisks/)).toBeNull()
})

test('data are added by source, but not by the secure id (READER-48)', async () => {
  await edit('MIFARE_DESFire')
  const names = screen.getAllByRole('button', { name: /^Add/ }).map((one) => one.textContent)
  expect(names).toEqual(['Add serial number', 'Add data'])
})

test('wrong data stay in the dialog, with what is wrong (READER-49, READER-50, READER-51)', async () => {
  await edit('UID/CSN')
  press('Add serial number')
  fill('Offset in bits Optional', '128')
  fill('Number of bits Optional', '0')
  press('Add entry')
  expect(await front().findByText('Fill this in.')).toBeDefined()
  expect(front().getByText('This value is too high. It can be 127 at most.')).toBeDefined()
  expect(front().getByText('This value is too low. It has to be at least 1.')).toBeDefined()
})

test('a renamed entry replaces its own, with its key as it was (READER-37, READER-43)', async () => {
  const device = await edit('MIFARE_DESFire', [badge])
  press('Edit Badge')
  expect(front().getByLabelText<HTMLInputElement>('Key').value).toBe(SECRET_SET)
  expect(front().getByText(/digits\. Asterisks stand for the stored key\.$/)).toBeDefined()
  fill('Name', 'Pass')
  await keep('Keep changes')
  expect(screen.getByText('Pass')).toBeDefined()
  expect(device.sent).toEqual([])
  press('Save')
  expect(await screen.findByText('MIFARE DESFire is saved.')).toBeDefined()
  expect(device.sent).toEqual([
    {
      operation: 'UpdateConfiguration',
      input: { CardDataConfigs: [{ ...badge, name: 'Pass' }] },
    },
  ])
  expect(history.path.get()).toBe('/reader/cardtypes')
})

test('entries are added and deleted with the save (READER-38, READER-39)', async () => {
  const device = await edit('UID/CSN', [{ ...badge, cardType: 'UID/CSN', dataSource: 'CSN' }])
  press('Delete Badge')
  press('Add serial number')
  fill('Name', 'Serial')
  fill('Number of bits Optional', '32')
  press('Use as card number')
  await keep('Add entry')
  press('Save')
  await screen.findByText('UID/CSN is saved.')
  expect(device.sent[0]?.input).toEqual({
    CardDataConfigs: [
      {
        name: 'Serial',
        cardType: 'UID/CSN',
        dataSource: 'CSN',
        enabled: true,
        required: false,
        useAsUid: true,
        countBits: 32,
      },
    ],
  })
})

test('the name is unique among the data of all cards (READER-52)', async () => {
  await edit('UID/CSN', [badge])
  press('Add serial number')
  fill('Name', 'Badge')
  press('Add entry')
  expect(await front().findByText('There is already an entry with this name.')).toBeDefined()
})

test('Cancel returns to the list with nothing stored (READER-05)', async () => {
  const device = await edit('UID/CSN')
  press('Add serial number')
  fill('Name', 'Serial')
  await keep('Add entry')
  press('Cancel')
  expect(history.path.get()).toBe('/reader/cardtypes')
  expect(device.sent).toEqual([])
})

test('a type that is not in the list has no page, but a reason (READER-04)', async () => {
  fakeReader({ CardTypes: ['UID/CSN'] })
  const at = '/reader/cards/edit/MIFARE_Plus'
  showReader(<EditCardTypePage />, { at, params: { cardType: 'MIFARE_Plus' } })
  expect(await screen.findByText('The list no longer has this card type.')).toBeDefined()
  expect(history.path.get()).toBe('/reader/cardtypes')
})

test('a new type comes last, with its data (READER-04, READER-34)', async () => {
  const device = fakeReader({ CardTypes: ['UID/CSN'] })
  showReader(<AddCardTypePage />, { at: '/reader/cards/add' })
  await screen.findByRole('heading', { name: 'Card data' })
  fill('Card type', 'MIFARE_Classic')
  press('Add data')
  fill('Name', 'Flat')
  press('Add entry')
  expect(await front().findByText('Enter key A or key B.')).toBeDefined()
  fill('Key A', 'a0a1a2a3a4a5')
  await keep('Add entry')
  press('Add card type')
  expect(await screen.findByText('MIFARE Classic is added.')).toBeDefined()
  expect(device.sent).toMatchObject([
    {
      operation: 'UpdateConfiguration',
      input: {
        CardTypes: ['UID/CSN', 'MIFARE_Classic'],
        CardDataConfigs: [{ name: 'Flat', MifareClassicEncryption: { keyA: 'a0a1a2a3a4a5' } }],
      },
    },
  ])
  expect(history.path.get()).toBe('/reader/cardtypes')
})

test('another type starts without the data of the one before (READER-34)', async () => {
  const device = fakeReader({ CardTypes: ['UID/CSN'] })
  showReader(<AddCardTypePage />, { at: '/reader/cards/add' })
  await screen.findByRole('heading', { name: 'Card data' })
  press('Add serial number')
  fill('Name', 'Serial')
  await keep('Add entry')
  expect(screen.getByText('Serial')).toBeDefined()
  fill('Card type', 'MIFARE_Plus')
  await waitFor(() => expect(screen.queryByText('Serial')).toBeNull())
  press('Add serial number')
  fill('Name', 'Other')
  await keep('Add entry')
  fill('Card type', 'MIFARE_DESFire')
  expect(await screen.findByText('Serial')).toBeDefined()
  fill('Card type', 'MIFARE_Plus')
  press('Add card type')
  await screen.findByText('MIFARE Plus is added.')
  expect(device.state.CardDataConfigs.map(({ name }) => name)).toEqual(['Other'])
})

test('without the advanced set-up the page offers to switch it on (OPEN-92)', async () => {
  setAdvancedSetup(false)
  fakeReader({ CardTypes: ['UID/CSN'] })
  showReader(<AddCardTypePage />, { at: '/reader/cards/add' })
  expect(screen.queryByRole('heading', { name: 'Card data' })).toBeNull()
  screen.getByRole('switch').focus()
  press('Advanced card setup')
  const heading = await screen.findByRole('heading', { name: 'Card data' })
  expect(document.activeElement?.contains(heading)).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
})
