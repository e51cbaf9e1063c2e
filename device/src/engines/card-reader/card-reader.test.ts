import type { PresentedCard } from '@lintel/contract/cards'
import { expect, test } from 'vitest'
import { SETTINGS, openRig } from './testing/reader-rig.ts'

/** Facility code 90, card number 324 at its end. */
const CARD: PresentedCard = { type: 'UID/CSN', uid: '115A0144', contents: [] }
/** Its message: jessety/wiegand-encoder. */
const MESSAGE = '00101101000000001010001000'

test('a card goes out as Wiegand bits; the event and the log tell nothing of it (READER-07)', () => {
  const { reader, front, events, log, accepted } = openRig()
  reader.present(CARD)
  expect(front()).toMatchObject({
    protocol: 'Wiegand',
    onWire: [{ at: 1_000, kind: 'wiegand', of: 'card', bits: MESSAGE }],
  })
  expect(events()).toEqual([
    ['Device/Lintel/CardReader', { State: 'CardAccepted', CardType: 'UID/CSN', Bits: '26' }],
  ])
  expect(log).toEqual([['card.accepted', { type: 'UID/CSN', bits: 26 }]])
  expect(accepted).toEqual([
    {
      kind: 'card',
      message: MESSAGE,
      reader: 1,
      card: expect.objectContaining({ uid: '115A0144' }),
    },
  ])
})

test.each([
  ['a type that is not configured', { CardTypes: [] }, 'type', ''],
  [
    'a wrong parity bit',
    {
      CardDataConfigs: [
        {
          name: 'Badge',
          cardType: 'MIFARE_DESFire' as const,
          dataSource: 'Data' as const,
          enabled: true,
          required: true,
          useAsUid: true,
          countBits: 26,
          DESFireEncryption: {
            AID: '000001',
            fileNbr: 0,
            commMode: 'Auto' as const,
            keyType: 'EV1_AES' as const,
            keyNbr: 0,
            key: 'AB'.repeat(16),
          },
        },
      ],
    },
    'parity',
    '',
  ],
  [
    'too few bits',
    {
      CardDataConfigs: [
        {
          name: 'Half',
          cardType: 'MIFARE_DESFire' as const,
          dataSource: 'CSN' as const,
          enabled: true,
          required: true,
          useAsUid: true,
          countBits: 64,
        },
      ],
    },
    'bits',
    'Half',
  ],
])('%s is an event and an entry of the log, and nothing goes out', (_name, part, problem, name) => {
  const { reader, front, events, log, accepted } = openRig(part)
  reader.present({
    ...CARD,
    type: 'MIFARE_DESFire',
    contents: [
      {
        kind: 'desfire',
        AID: '000001',
        fileNbr: 0,
        keyNbr: 0,
        keyType: 'EV1_AES',
        key: 'AB'.repeat(16),
        commMode: 'Plain',
        data: 'FFFFFFFE',
      },
    ],
  })
  const data = { State: 'CardRefused', CardType: 'MIFARE_DESFire', Reason: problem, Name: name }
  expect(events()).toEqual([['Device/Lintel/CardReader', data]])
  expect(log).toEqual([['card.refused', { problem, name }]])
  expect([front().onWire, accepted]).toEqual([[], []])
})

test('a PIN goes out key by key or as a number, and only its length is told', () => {
  const { reader, front, events, log, accepted, change } = openRig()
  const bits = () => front().onWire.map((one) => one.kind === 'wiegand' && one.bits)
  reader.enter('12', true)
  expect(bits()).toEqual(['0001', '0010', '1011'])
  change({
    WiegandConfiguration: { ...SETTINGS.WiegandConfiguration, keypressFormat: 'Wiegand26' },
  })
  reader.enter('324', false)
  expect(bits().slice(3)).toEqual([MESSAGE])
  reader.enter('65536', true)
  expect(bits().slice(3)).toEqual([MESSAGE])
  expect(log).toEqual([['card.pinNotSent', {}]])
  expect(events().map(([, data]) => data)).toEqual([
    { State: 'PinEntered', Keys: '2' },
    { State: 'PinEntered', Keys: '3' },
    { State: 'PinEntered', Keys: '5' },
  ])
  expect(accepted).toEqual([
    { kind: 'pin', keys: '12', reader: 1 },
    { kind: 'pin', keys: '324', reader: 1 },
    { kind: 'pin', keys: '65536', reader: 1 },
  ])
})

test('over OSDP the controller polls for cards and PINs at the configured address (READER-21)', () => {
  const { reader, frames, change, front } = openRig({ Protocol: 'OSDP' })
  reader.present(CARD)
  reader.enter('1*', true)
  expect(frames()).toEqual([
    expect.stringMatching(/^POLL 530508000460/),
    expect.stringMatching(/^RAW 53851000045000011A002D00A200/),
    expect.stringMatching(/^POLL 530508000560/),
    expect.stringMatching(/^KEYPAD 53850D0005530003317F0D/),
  ])
  expect(front().onWire.map((one) => one.kind === 'osdp' && one.from)).toEqual([
    'controller',
    'reader',
    'controller',
    'reader',
  ])
  change({
    OSDPConfiguration: { OSDPAddress: 6 },
    OutputFormat: { ...SETTINGS.OutputFormat, cardFormat: 'Raw' },
  })
  expect(frames()).toEqual([])
  reader.present(CARD)
  expect(frames()[1]).toMatch(/^RAW 53861000045000002000115A0144/)
  reader.control({ kind: 'ask', command: 'ID' })
  // The maker's part of the MAC address, and the firmware.
  expect(frames()[3]).toMatch(/^PDID 538614000545ACCC8E0101.{8}095003/)
  reader.control({ kind: 'ask', command: 'LSTAT' })
  expect(frames()[5]).toMatch(/^LSTATR/)
})

// The last digit is LED 1: public documentation of the intercom service, WiegandConfiguration.
test('inputs choose the colour and sound the beeper of a Wiegand reader (READER-11, READER-13)', () => {
  const { drive, front, change } = openRig()
  expect(front()).toMatchObject({
    colour: 'Off',
    beeps: true,
    lines: [
      { line: 'led1', port: 1, closed: false },
      { line: 'led2', port: 2, closed: false },
      { line: 'beeper', port: 3, closed: false },
    ],
  })
  expect(drive(2, true).colour).toBe('Green')
  expect(drive(1, true).colour).toBe('Amber')
  expect(drive(2, false).colour).toBe('Red')
  expect(drive(3, true)).toMatchObject({ beeps: false, lines: [{}, {}, { closed: true }] })
  const { WiegandConfiguration: wiegand } = SETTINGS
  change({ WiegandConfiguration: { ...wiegand, nbrOfLEDPins: 1, beeper: false } })
  expect(front()).toMatchObject({ colour: 'Blue', beeps: false, lines: [{ line: 'led1' }] })
  expect(drive(1, false).colour).toBe('Off')
  expect(drive(3, false).beeps).toBe(false)
  change({ WiegandConfiguration: { ...wiegand, nbrOfLEDPins: 0 } })
  expect(drive(1, true).colour).toBe('White')
})

test('only the inputs of the lines are reported, and none that is an output or no port', () => {
  const { drive, front, change, sent, reader } = openRig()
  const { WiegandConfiguration: wiegand } = SETTINGS
  change({ WiegandConfiguration: { ...wiegand, beeper: false } })
  const { length } = sent
  drive(3, true)
  expect(sent).toHaveLength(length)
  for (const LED1Pin of ['I4', 'I5', 'I0', '', 'X', 'I1.5']) {
    change({ WiegandConfiguration: { ...wiegand, LED1Pin, beeper: false } })
    expect(drive(4, true), LED1Pin).toMatchObject({ colour: 'Off', lines: [{ line: 'led2' }] })
  }
  change({ Protocol: 'OSDP' })
  expect(front().lines).toEqual([])
  void reader.close?.()
})

test('OSDP lights the LED, and sounds the buzzer for as long as it says', async () => {
  const { reader, colourAfter, front, clock, frames } = openRig({ Protocol: 'OSDP' })
  expect(front()).toMatchObject({ colour: 'White', lines: [], beeps: false })
  expect(colourAfter({ kind: 'led', colour: 'Green' })).toBe('Green')
  expect(frames()[1]).toMatch(/^ACK/)
  reader.control({ kind: 'buzzer', on: true })
  expect(front().beeps).toBe(true)
  await clock.advance(999)
  expect(front().beeps).toBe(true)
  await clock.advance(1)
  expect(front()).toMatchObject({ beeps: false, colour: 'Green' })
  reader.control({ kind: 'buzzer', on: true })
  reader.control({ kind: 'buzzer', on: false })
  expect(front().beeps).toBe(false)
})

test('a controller of another protocol is refused', () => {
  const { reader, change } = openRig()
  expect(() => reader.control({ kind: 'led', colour: 'Red' })).toThrow('is not OSDP')
  change({ Protocol: 'None' })
  expect(() => reader.control({ kind: 'ask', command: 'ID' })).toThrow('is not OSDP')
})

test('without a wire, cards and PINs only reach those who listen', () => {
  const { reader, front, accepted, events } = openRig({ Protocol: 'IPAccess' })
  reader.present(CARD)
  reader.enter('1234', false)
  expect(front()).toMatchObject({ protocol: 'IPAccess', colour: 'White', onWire: [] })
  expect(accepted.map(({ kind }) => kind)).toEqual(['card', 'pin'])
  expect(events()).toHaveLength(2)
})

test('only the latest of what was on the wire is kept, until there is another controller', () => {
  const { reader, front, change } = openRig()
  for (let index = 0; index < 21; index += 1) reader.present(CARD)
  expect(front().onWire).toHaveLength(20)
  change({ PinConfiguration: { pinLength: 6, pinTimeout: 10 } })
  expect(front().onWire).toHaveLength(20)
  change({ Protocol: 'OSDP' })
  expect(front().onWire).toEqual([])
})

test('other settings leave the light of OSDP and its sequence as they are; another address does not', () => {
  const { reader, colourAfter, front, change, frames } = openRig({ Protocol: 'OSDP' })
  expect(colourAfter({ kind: 'led', colour: 'Green' })).toBe('Green')
  change({ PinConfiguration: { pinLength: 6, pinTimeout: 10 } })
  expect(front().colour).toBe('Green')
  reader.control({ kind: 'ask', command: 'LSTAT' })
  expect(frames().at(-1)).toMatch(/^LSTATR 53850A0005/)
  change({ OSDPConfiguration: { OSDPAddress: 9 } })
  expect(front()).toMatchObject({ colour: 'White', onWire: [] })
  expect(colourAfter({ kind: 'led', colour: 'Red' })).toBe('Red')
  void reader.stateRestored?.()
  expect(front()).toMatchObject({ colour: 'White', onWire: [] })
  reader.control({ kind: 'ask', command: 'LSTAT' })
  expect(frames()).toEqual([
    expect.stringMatching(/^LSTAT 5309080004/),
    expect.stringMatching(/^LSTATR 53890A0004/),
  ])
})

test('the decision of the remote access server is seen and heard for a while', async () => {
  const { reader, front, clock, change } = openRig({ Protocol: 'IPAccess' })
  reader.show(true)
  expect(front()).toMatchObject({ colour: 'Green', blinksWith: null, beeps: true })
  await clock.advance(500)
  expect(front()).toMatchObject({ colour: 'Green', beeps: false })
  reader.show(false)
  expect(front()).toMatchObject({ colour: 'Red', beeps: true })
  await clock.advance(2_999)
  expect(front()).toMatchObject({ colour: 'Red', beeps: false })
  await clock.advance(1)
  expect(front()).toMatchObject({ colour: 'White' })
  reader.show(true)
  change({ Protocol: 'OSDP' })
  expect(front()).toMatchObject({ colour: 'White', beeps: false })
  // An answer that comes too late.
  reader.show(true)
  expect(front()).toMatchObject({ colour: 'White', beeps: false })
})

test('a closed reader hears of no change, and no time makes it report', async () => {
  const { reader, listeners, portListeners, sent, clock } = openRig({ Protocol: 'OSDP' })
  reader.control({ kind: 'buzzer', on: true })
  void reader.close?.()
  expect([listeners.size, portListeners.size]).toEqual([0, 0])
  const { length } = sent
  await clock.advance(5_000)
  expect(sent).toHaveLength(length)
})
