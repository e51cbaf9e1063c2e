/** The forms of the output format and of PINs, and where other addresses lead. */
import { READER } from '@lintel/contract/products/parts'
import type { OutputFormat } from '@lintel/contract/card-reader'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { queryClient } from '../../app/query-client.ts'
import { history } from '../../app/routing/history.ts'
import { OutputPage } from './output-page.tsx'
import { PinPage } from './pin-page.tsx'
import { ProtocolPage } from './protocol-page.tsx'
import { ToCardTypes, ToProtocol } from './redirects.tsx'
import { readerIn } from './reader-state.ts'
import { fakeReader } from './testing/fake-reader.ts'
import { fill, leaveReader, optionsOf, press, showReader } from './testing/render-reader.tsx'

afterEach(leaveReader)

const CUSTOM: OutputFormat = {
  cardFormat: 'Custom',
  cardFacilityCodeOverrideMode: 'Auto',
  cardFacilityCode: 5,
  Custom: {
    facilityCodeSize: 8,
    cardNumberSize: 16,
    startParity: 'None',
    startParityBits: 0,
    stopParity: 'None',
    stopParityBits: 0,
  },
}

test('the output format has what the device offers, and saves it with byte reversal (READER-66, READER-67, READER-76)', async () => {
  const device = fakeReader()
  showReader(<OutputPage />)
  await screen.findByLabelText('Card format')
  expect(optionsOf('Card format')).toEqual([
    'Raw data',
    'Wiegand, 26 bits',
    'Wiegand, 34 bits',
    'Wiegand, 37 bits',
    'Wiegand, 37 bits with facility code',
    'Custom',
  ])
  fill('Card format', 'Custom')
  fill('Source of the facility code', 'Override')
  expect(optionsOf('Start parity')).toEqual(['No parity', 'Even', 'Odd', 'Always 0', 'Always 1'])
  fill('Start parity', 'Even')
  fill('Bits covered by the start parity', '65')
  fill('Facility code', '')
  press('Save')
  expect(await screen.findByText('This has to be a whole number from 0 to 64.')).toBeDefined()
  expect(screen.getByText('Fill this in.')).toBeDefined()
  fill('Bits covered by the start parity', '12')
  fill('Facility code', '2147483647')
  press('Byte reversal')
  press('Save')
  expect(await screen.findByText('The output format is saved.')).toBeDefined()
  expect(device.sent[0]?.input).toMatchObject({
    OutputFormat: {
      cardFormat: 'Custom',
      cardFacilityCode: 2_147_483_647,
      Custom: { startParity: 'Even', startParityBits: 12 },
    },
    CompatibilityConfiguration: {
      CompatibilityConfigs: [{ Name: 'ByteReversal', Value: 'true' }],
    },
  })
})

test('a device without output formats says so (OPEN-96)', async () => {
  fakeReader()
  const none = { SupportedCardOutputFormat: [], CompatibilityConfigs: [] }
  showReader(<OutputPage />, { capabilities: { ...READER, ...none } })
  expect(await screen.findByText('This device offers no output format.')).toBeDefined()
  expect(screen.queryByLabelText('Card format')).toBeNull()
  expect(screen.queryByLabelText('Byte reversal')).toBeNull()
})

test('PINs have the limits of the specification, or those of the device (READER-78, READER-79, OPEN-97)', async () => {
  const device = fakeReader()
  showReader(<PinPage />, { capabilities: {} })
  fill(await screen.findByLabelText('PIN length').then(() => 'PIN length'), '33')
  fill('PIN time-out', '2.5')
  press('Save')
  expect(await screen.findByText('This has to be a whole number from 1 to 32.')).toBeDefined()
  expect(screen.getByText('This has to be a whole number from 3 to 50.')).toBeDefined()
  expect(device.sent).toEqual([])
})

test('the PIN is saved with the limits of the device (OPEN-97)', async () => {
  const device = fakeReader()
  const IntegerValidators = [
    { Name: 'pinLength', Min: 0, Max: 32 },
    { Name: 'pinTimeout', Min: 1, Max: 60 },
  ]
  showReader(<PinPage />, { capabilities: { ...READER, IntegerValidators } })
  await screen.findByLabelText('PIN length')
  expect(screen.getByText('From 1 to 32 digits, or 0 to switch PINs off.')).toBeDefined()
  fill('PIN length', '0')
  fill('PIN time-out', '60')
  press('Save')
  expect(await screen.findByText('The PIN settings are saved.')).toBeDefined()
  expect(device.sent).toEqual([
    {
      operation: 'UpdateConfiguration',
      input: { PinConfiguration: { pinLength: 0, pinTimeout: 60 } },
    },
  ])
})

test('an unknown tab leads to the protocol, and the cards to their types (READER-02, READER-04)', async () => {
  showReader(<ToProtocol />, { at: '/reader/unknown' })
  await waitFor(() => expect(history.path.get()).toBe('/reader/protocol'))
  showReader(<ToCardTypes />, { at: '/reader/cards' })
  await waitFor(() => expect(history.path.get()).toBe('/reader/cardtypes'))
})

/** As an event of the device, after somebody else's change. */
const tell = () => act(() => queryClient.invalidateQueries({ queryKey: ['intercom'] }))
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value

test.each([
  ['the PIN', PinPage, 'PIN length', '06', 'The PIN settings are saved.'],
  ['the output format', OutputPage, 'Card number size', '1e1', 'The output format is saved.'],
  ['the protocol', ProtocolPage, 'OSDP address', '007', 'The protocol is saved.'],
] as const)('a number of %s is saved however it is typed', async (_, Page, label, typed, saved) => {
  const device = fakeReader({ Protocol: 'OSDP', OutputFormat: CUSTOM })
  showReader(<Page />)
  await screen.findByLabelText(label)
  fill(label, typed)
  press('Save')
  expect(await screen.findByText(saved)).toBeDefined()
  expect(value(label)).toBe(String(Number(typed)))
  expect(device.sent).toHaveLength(1)
})

test.each([
  ['PIN', PinPage, 'PIN length', '6', { PinConfiguration: { pinLength: 8, pinTimeout: 9 } }],
  [
    'output format',
    OutputPage,
    'Card number size',
    '20',
    { OutputFormat: { ...CUSTOM, Custom: { ...CUSTOM.Custom, cardNumberSize: 30 } } },
  ],
  ['protocol', ProtocolPage, 'OSDP address', '7', { OSDPConfiguration: { OSDPAddress: 8 } }],
] as const)(
  'a save of the %s that fails, or that somebody else was faster than, keeps what is typed (EXPECT-21)',
  async (_, Page, label, typed, theirs) => {
    const device = fakeReader({ Protocol: 'OSDP', OutputFormat: CUSTOM })
    showReader(<Page />)
    await screen.findByLabelText(label)
    fill(label, typed)
    device.refusals['UpdateConfiguration'] = 'Not now.'
    press('Save')
    expect((await screen.findByRole('alert')).textContent).toContain('Not now.')
    device.refusals = {}
    device.state = { ...device.state, ...theirs }
    press('Save')
    expect(await screen.findByText(/Somebody else has changed these settings/)).toBeDefined()
    expect(value(label)).toBe(typed)
    expect(device.sent).toEqual([])
    press('Save')
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull())
    expect(value(label)).toBe(typed)
    expect(device.sent).toHaveLength(1)
  },
)

test('the output format and byte reversal are written one without the other (READER-09, READER-10)', async () => {
  const device = fakeReader({ OutputFormat: CUSTOM })
  showReader(<OutputPage />)
  await screen.findByLabelText('Card format')
  press('Byte reversal')
  press('Save')
  await waitFor(() => expect(device.sent).toHaveLength(1))
  const reversal = { CompatibilityConfigs: [{ Name: 'ByteReversal', Value: 'true' }] }
  expect(device.sent[0]?.input).toEqual({ CompatibilityConfiguration: reversal })
  await screen.findByText('The output format is saved.')
  fill('Card format', 'Raw')
  press('Save')
  await waitFor(() => expect(device.sent).toHaveLength(2))
  expect(device.sent[1]?.input).toEqual({ OutputFormat: { ...CUSTOM, cardFormat: 'Raw' } })
})

test('fields that are hidden are saved as they were (READER-74, READER-77)', async () => {
  const device = fakeReader({ OutputFormat: CUSTOM })
  showReader(<OutputPage />)
  await screen.findByLabelText('Card number size')
  fill('Card number size', 'x')
  fill('Card format', 'Wiegand26')
  expect(screen.queryByLabelText('Card number size')).toBeNull()
  press('Save')
  await waitFor(() => expect(device.sent).toHaveLength(1))
  expect(device.sent[0]?.input).toEqual({ OutputFormat: { ...CUSTOM, cardFormat: 'Wiegand26' } })
})

test('a protocol is saved without what was typed for another one, and with a colour that is no longer offered (READER-07, READER-14)', async () => {
  const wiegand = readerIn(undefined).WiegandConfiguration
  const device = fakeReader({
    Protocol: 'OSDP',
    WiegandConfiguration: { ...wiegand, LEDColorDefault: 'Pink' },
  })
  showReader(<ProtocolPage />)
  await screen.findByLabelText('OSDP address')
  fill('OSDP address', 'x')
  fill('Protocol', 'Wiegand')
  expect(optionsOf('Default colour')).toContain('Pink')
  press('Save')
  expect(await screen.findByText('The protocol is saved.')).toBeDefined()
  expect(device.sent).toMatchObject([
    { input: { Protocol: 'Wiegand', WiegandConfiguration: { LEDColorDefault: 'Pink' } } },
  ])
})

test('limits of the device are those of the forms and of their helps (OPEN-97)', async () => {
  const limited = (...names: string[]) => ({
    ...READER,
    IntegerValidators: names.map((Name) => ({ Name, Min: 1, Max: 9 })),
  })
  fakeReader({ Protocol: 'OSDP', OutputFormat: CUSTOM })
  showReader(<ProtocolPage />, { capabilities: limited('OSDPAddress') })
  expect(await screen.findByText(/From 1 to 9\. Each reader/)).toBeDefined()
  fill('OSDP address', '10')
  press('Save')
  expect(await screen.findByText('This has to be a whole number from 1 to 9.')).toBeDefined()
  cleanup()
  showReader(<OutputPage />, { capabilities: limited('cardNumberSize') })
  expect(await screen.findByText('From 1 to 9 bits.')).toBeDefined()
  fill('Card number size', '10')
  press('Save')
  expect(await screen.findByText('This has to be a whole number from 1 to 9.')).toBeDefined()
})

test('a wrong field says so in its description, and has the focus (EXPECT-07)', async () => {
  fakeReader()
  showReader(<PinPage />)
  const field = await screen.findByLabelText('PIN time-out')
  fill('PIN time-out', 'soon')
  press('Save')
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(field.getAttribute('aria-invalid')).toBe('true')
  const notes = field.getAttribute('aria-describedby')?.split(' ') ?? []
  const described = notes.map((id) => document.querySelector(`[id="${id}"]`)?.textContent)
  expect(described.join(' ')).toContain('This is not a number.')
})

test('a device that leaves members out has their usual values', async () => {
  const device = fakeReader()
  const told: object = {
    PinConfiguration: { pinLength: 5 },
    WiegandConfiguration: { beeper: true },
  }
  device.state = told as typeof device.state
  showReader(<PinPage />)
  await screen.findByLabelText('PIN length')
  expect([value('PIN length'), value('PIN time-out')]).toEqual(['5', '10'])
  await tell()
  cleanup()
  showReader(<ProtocolPage />)
  await screen.findByLabelText('Protocol', { selector: 'select' })
  fill('Protocol', 'Wiegand')
  expect(optionsOf('Number of LED pins')).toEqual(['0', '1', '2'])
  expect(value('Number of LED pins')).toBe('0')
})
