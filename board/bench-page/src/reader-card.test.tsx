import type { ReaderAtFront } from '@lintel/contract/cards'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderBench } from './testing/render-bench.tsx'
import type { FakeBench } from './testing/render-bench.tsx'

let bench: FakeBench
beforeEach(() => {
  bench = renderBench()
})
afterEach(() => vi.unstubAllGlobals())

const reader: ReaderAtFront = {
  protocol: 'Wiegand',
  colour: 'Green',
  blinksWith: null,
  beeps: false,
  lines: [
    { line: 'led1', port: 1, closed: true },
    { line: 'beeper', port: 2, closed: false },
  ],
  onWire: [],
}
const card = () => within(screen.getByRole('region', { name: 'Card reader' }))
const press = (name: string) => userEvent.click(card().getByRole('button', { name }))

async function type(label: string, value: string) {
  const field = card().getByLabelText(label)
  await userEvent.clear(field)
  if (value !== '') await userEvent.type(field, value)
}

test('a card of each type is presented with what is stored on it', async () => {
  bench.tell({ reader })
  await type('Serial number of the card', '04:a1:b2:c3')
  await userEvent.selectOptions(card().getByLabelText('Card type'), 'UID/CSN')
  expect(card().queryByLabelText(/Stored data/)).toBeNull()
  await press('Present card')
  await userEvent.selectOptions(card().getByLabelText('Card type'), 'MIFARE Classic')
  await type('Block', '2')
  await type('Key B', '')
  await userEvent.type(card().getByLabelText(/Stored data/), 'c0de')
  await press('Present card')
  await userEvent.selectOptions(card().getByLabelText('Card type'), 'MIFARE DESFire')
  await type('Key', '00 11')
  await userEvent.selectOptions(card().getByLabelText('Communication'), 'Plain')
  await press('Present card')
  await userEvent.selectOptions(card().getByLabelText('Card type'), 'MIFARE Ultralight')
  await press('Present card')
  const sent = (type: string, ...contents: object[]) => [
    '/bench/card',
    { card: { type, uid: '04A1B2C3', contents } },
  ]
  expect(bench.sent).toEqual([
    sent('UID/CSN'),
    sent('MIFARE_Classic', {
      kind: 'classic',
      sector: 1,
      block: 2,
      keyA: 'FFFFFFFFFFFF',
      keyB: '',
      data: 'C0DE',
    }),
    sent('MIFARE_DESFire', {
      kind: 'desfire',
      AID: '000001',
      fileNbr: 0,
      keyNbr: 0,
      keyType: 'EV1_AES',
      key: '0011',
      commMode: 'Plain',
      data: 'C0DE',
    }),
    sent('MIFARE_Ultralight', { kind: 'ultralight', key: '0011', data: 'C0DE' }),
  ])
})

test('a card that there cannot be is not presented, and the reason is shown', async () => {
  bench.tell({ reader })
  await type('Serial number of the card', '04A1')
  await userEvent.selectOptions(card().getByLabelText('Card type'), 'MIFARE DESFire')
  await userEvent.type(card().getByLabelText(/Stored data/), 'C0D')
  await type('Key number', '14')
  await press('Present card')
  expect(bench.sent).toEqual([])
  card().getByText('Enter 4, 7 or 10 bytes as hexadecimal digits.')
  card().getByText('Enter whole bytes as hexadecimal digits.')
  card().getByText('Enter a number from 0 to 13.')
})

test('the lines of a Wiegand reader are driven, and what it sent is shown bit by bit', async () => {
  bench.tell({ reader })
  expect(card().getByRole('status', { name: 'Light of the reader' }).textContent).toBe('Green')
  expect(card().getByRole('status', { name: 'Beeper' }).textContent).toBe('Silent')
  expect(card().queryByRole('button', { name: 'POLL' })).toBeNull()
  expect(card().queryByText('Nothing yet.')).not.toBeNull()
  await userEvent.click(card().getByRole('switch', { name: 'Line of LED 1 (I1)' }))
  await userEvent.click(card().getByRole('switch', { name: 'Line of the beeper (I2)' }))
  expect(bench.sent).toEqual([
    ['/bench/contact', { port: 1, closed: false }],
    ['/bench/contact', { port: 2, closed: true }],
  ])
  bench.tell({
    reader: {
      ...reader,
      beeps: true,
      onWire: [
        { at: 1, kind: 'wiegand', of: 'card', bits: '00101101000000001010001000' },
        { at: 1, kind: 'wiegand', of: 'pin', bits: '1' },
      ],
    },
  })
  expect(card().getByRole('status', { name: 'Beeper' }).textContent).toBe('Sounds')
  const entries = within(card().getByRole('log', { name: 'On the wire' })).getAllByRole('listitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Card, 26 bits00101101000000001010001000',
    'PIN, 1 bit1',
  ])
})

test('the controller of an OSDP reader sends commands, and frames are shown with their meaning', async () => {
  bench.tell({
    reader: {
      ...reader,
      protocol: 'OSDP',
      colour: 'Red',
      blinksWith: 'Off',
      lines: [],
      onWire: [
        { at: 1, kind: 'osdp', from: 'controller', name: 'POLL', frame: '530008000660' },
        { at: 1, kind: 'osdp', from: 'reader', name: 'NEW', frame: '53' },
      ],
    },
  })
  expect(card().getByRole('status', { name: 'Light of the reader' }).textContent).toBe(
    'Red and Off in turn',
  )
  await press('CAP')
  await press('Amber')
  await press('One second')
  await press('Silence')
  expect(bench.sent.map(([, input]) => input)).toEqual([
    { action: { kind: 'ask', command: 'CAP' } },
    { action: { kind: 'led', colour: 'Amber' } },
    { action: { kind: 'buzzer', on: true } },
    { action: { kind: 'buzzer', on: false } },
  ])
  const entries = within(card().getByRole('log', { name: 'On the wire' })).getAllByRole('listitem')
  expect(entries.map(({ textContent }) => textContent)).toEqual([
    'Controller: POLL: asks for news53 00 08 00 06 60',
    'Reader: NEW53',
  ])
})

test.each([
  ['None', 'No protocol'],
  ['IPAccess', 'VAPIX'],
] as const)('with the protocol %s nothing is on a wire', (protocol, name) => {
  bench.tell({ reader: { ...reader, protocol, lines: [] } })
  expect(card().queryByText(name)).not.toBeNull()
  expect(card().queryByText('On the wire')).toBeNull()
  expect(card().queryByRole('button', { name: 'Present card' })).not.toBeNull()
})

test('a device without a reader, or one that does not run, has no such card', () => {
  bench.tell({ reader: null })
  expect(screen.queryByRole('region', { name: 'Card reader' })).toBeNull()
})

test('a card is held to the reader of a door, and its light is shown; without power both are dark', async () => {
  const off = { colour: 'White', blinksWith: null, beeps: false }
  const other = { colour: 'Red', blinksWith: null, beeps: true }
  const both: ReaderAtFront = { ...reader, ...off, protocol: 'None', lines: [], others: [other] }
  bench.tell({ reader: both })
  const light = () => card().getByRole('status', { name: 'Light of the reader' }).textContent
  expect(light()).toBe('White')
  await userEvent.click(card().getByRole('radio', { name: 'Door 2' }))
  expect(light()).toBe('Red')
  await press('Present card')
  expect(bench.sent).toMatchObject([['/bench/card', { reader: 2, card: { type: 'UID/CSN' } }]])
  bench.tell({ reader: null, power: false, device: 'off' })
  expect(light()).toBe('Off')
  expect(card().getByRole('status', { name: 'Beeper' }).textContent).toBe('Silent')
})
