/** The list of card types, which is saved at once, in both layouts. */
import type { Capabilities } from '@lintel/contract/capabilities'
import type { CardDataConfig } from '@lintel/contract/card-reader'
import { READER } from '@lintel/contract/products/parts'
import { renderHook, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type * as setup from './advanced-setup.ts'
import { CardTypesPage } from './card-types-page.tsx'
import { fakeReader } from './testing/fake-reader.ts'
import { front, leaveReader, optionsOf, press, showReader } from './testing/render-reader.tsx'

afterEach(leaveReader)

const data = (name: string, cardType: CardDataConfig['cardType']): CardDataConfig => ({
  name,
  cardType,
  dataSource: 'CSN',
  enabled: true,
  required: false,
  useAsUid: false,
})

const STATE = {
  CardTypes: ['MIFARE_DESFire', 'MIFARE_Plus', 'UID/CSN'] as const,
  CardDataConfigs: [data('Badge', 'MIFARE_Plus'), data('Serial', 'UID/CSN')],
}

async function open(
  more: Parameters<typeof fakeReader>[0] = STATE,
  capabilities: Partial<Capabilities> = READER,
) {
  const device = fakeReader(more)
  showReader(<CardTypesPage />, { at: '/reader/cardtypes', capabilities })
  await screen.findByText('Advanced card setup')
  return device
}

const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)

test('the buttons of a row change the order, which is saved at once (READER-33, READER-46)', async () => {
  const device = await open()
  expect(rows()[0]).toContain('MIFARE DESFire')
  expect(rows()[1]).toContain('1 data entry')
  // Opening the page moves no focus.
  expect(document.activeElement).toBe(document.body)
  press('Move UID/CSN up')
  const order = ['MIFARE_DESFire', 'UID/CSN', 'MIFARE_Plus']
  await waitFor(() => expect(rows()[1]).toContain('UID/CSN'))
  expect(device.sent).toEqual([{ operation: 'UpdateConfiguration', input: { CardTypes: order } }])
  press('Move MIFARE DESFire down')
  await waitFor(() => expect(rows()[0]).toContain('UID/CSN'))
})

test('an order that could not be saved stays as it was, and the page says why (READER-33)', async () => {
  const device = await open()
  device.refusals['UpdateConfiguration'] = 'Not now.'
  press('Move UID/CSN up')
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
  expect(rows()[2]).toContain('UID/CSN')
})

test('a list that somebody else has changed is not replaced, but shown (EXPECT-21)', async () => {
  const device = await open()
  device.state = { ...device.state, CardTypes: ['UID/CSN'] }
  press('Move UID/CSN up')
  expect(await screen.findByText(/The list now shows their change/)).toBeDefined()
  expect(device.sent).toEqual([])
  expect(rows()).toHaveLength(1)
})

test('a type that is not in the list can be added at its end (READER-31, READER-34)', async () => {
  const device = await open()
  press('Add card type')
  expect(optionsOf('Card type')).toEqual(['MIFARE Classic', 'MIFARE Ultralight'])
  press('Add card type')
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(device.sent[0]?.input).toEqual({
    CardTypes: ['MIFARE_DESFire', 'MIFARE_Plus', 'UID/CSN', 'MIFARE_Classic'],
  })
})

test('only types that the product reads can be added (READER-46)', async () => {
  const [desfire, plus, classic] = READER.SupportedCards
  await open(STATE, { ...READER, SupportedCards: [desfire, plus, classic] })
  press('Add card type')
  expect(optionsOf('Card type')).toEqual(['MIFARE Classic'])
})

test('a type is added to the list as it is by then', async () => {
  const device = await open()
  press('Add card type')
  device.state = { ...device.state, CardTypes: ['UID/CSN'] }
  press('Add card type')
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(device.state.CardTypes).toEqual(['UID/CSN', 'MIFARE_Classic'])
})

test('deleting a type asks first, and deletes its data (READER-35)', async () => {
  const device = await open()
  press('Delete MIFARE Plus')
  expect(front().getByText(/1 data entry is deleted with it/)).toBeDefined()
  expect(device.sent).toEqual([])
  press('Delete card type')
  await waitFor(() => expect(rows()).toHaveLength(2))
  expect(device.sent[0]?.input).toEqual({
    CardTypes: ['MIFARE_DESFire', 'UID/CSN'],
    CardDataConfigs: [data('Serial', 'UID/CSN')],
  })
})

test('only the advanced set-up has the pages of a type, and the browser keeps it (READER-03, OPEN-92, FIX-19)', async () => {
  await open()
  expect(screen.queryByRole('link', { name: /MIFARE/ })).toBeNull()
  press('Advanced card setup')
  expect(localStorage.getItem('EncryptedCards')).toBe('true')
  const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect(link('Edit UID/CSN')).toBe('#/reader/cards/edit/UID%2FCSN')
  expect(link('Add card type')).toBe('#/reader/cards/add')
  press('Advanced card setup')
  expect(localStorage.getItem('EncryptedCards')).toBeNull()
  expect(screen.queryByRole('link', { name: /MIFARE/ })).toBeNull()
})

test('the browser knows of the advanced set-up when it comes back (OPEN-92)', async () => {
  localStorage.setItem('EncryptedCards', 'true')
  // Loaded once more, as by a new page.
  const address = './advanced-setup.ts?again'
  const { useAdvancedSetup } = (await import(address)) as typeof setup
  expect(renderHook(useAdvancedSetup).result.current).toBe(true)
})

test('the page has the tabs of the reader (READER-01, OPEN-96, EXPECT-10)', async () => {
  await open({ CardTypes: [] })
  const tabs = within(screen.getByRole('navigation', { name: 'Card reader' }))
  expect(tabs.getAllByRole('link').map((one) => one.getAttribute('href'))).toEqual([
    '#/reader/protocol',
    '#/reader/cardtypes',
    '#/reader/output-formatter',
    '#/reader/pin',
  ])
  expect(screen.getByText('The reader reads no cards.')).toBeDefined()
})
