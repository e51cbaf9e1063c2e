/** The forms of the output format and of PINs, and where other addresses lead. */
import { READER } from '@lintel/contract/products/parts'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { history } from '../../app/routing/history.ts'
import { OutputPage } from './output-page.tsx'
import { PinPage } from './pin-page.tsx'
import { ToCardTypes, ToProtocol } from './redirects.tsx'
import { fakeReader } from './testing/fake-reader.ts'
import { fill, leaveReader, optionsOf, press, showReader } from './testing/render-reader.tsx'

afterEach(leaveReader)

test('the output format has what the device offers, and saves it with byte reversal (READER-66, READER-67, READER-76)', async () => {
  const device = fakeReader()
  showReader(<OutputPage />)
  await screen.findByLabelText('Card format')
  expect(optionsOf('Card format')).toEqual([
    'Raw bits',
    'Wiegand, 26 bits',
    'Wiegand, 34 bits',
    'Wiegand, 37 bits',
    'Wiegand, 37 bits with facility code',
    'Custom',
  ])
  fill('Source of the facility code', 'Override')
  fill('Card format', 'Custom')
  expect(optionsOf('Start parity')).toEqual(['No parity', 'Even', 'Odd', 'Always 0', 'Always 1'])
  fill('Start parity', 'Even')
  fill('Bits of the start parity', '65')
  fill('Facility code', '')
  press('Save')
  expect(await screen.findByText('This has to be a whole number from 0 to 64.')).toBeDefined()
  expect(screen.getByText('Fill this in.')).toBeDefined()
  fill('Bits of the start parity', '12')
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
  showReader(<OutputPage />, { capabilities: { ...READER, SupportedCardOutputFormat: [] } })
  expect(await screen.findByText('This device offers no output format.')).toBeDefined()
  expect(screen.queryByLabelText('Card format')).toBeNull()
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
  showReader(<PinPage />)
  await screen.findByLabelText('PIN length')
  expect(screen.getByText('From 1 to 32 digits, or 0 for any number.')).toBeDefined()
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
