import type { CardReaderConfiguration } from '@lintel/contract/card-reader'
import type { ControllerAction, PresentedCard, ReaderAtFront } from '@lintel/contract/cards'
import type { DeviceEvent } from '@lintel/contract/events'
import type { FromDevice } from '@lintel/contract/wire'
import { expect, test } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { createEventBus } from '../../events/bus.ts'
import { openCardReader } from './card-reader.ts'
import type { Accepted } from './card-reader.ts'

const SETTINGS: CardReaderConfiguration = {
  Protocol: 'Wiegand',
  CardTypes: ['MIFARE_DESFire', 'UID/CSN'],
  CompatibilityConfiguration: { CompatibilityConfigs: [] },
  WiegandConfiguration: {
    nbrOfLEDPins: 2,
    LED1Pin: 'I1',
    LED2Pin: 'I2',
    beeper: true,
    beeperPin: 'I2',
    LEDColorDefault: 'White',
    LEDColor0: 'Off',
    LEDColor1: 'Blue',
    LEDColor00: 'Off',
    LEDColor01: 'Green',
    LEDColor10: 'Red',
    LEDColor11: 'Amber',
    keypressFormat: 'FourBit',
    keypressFacilityCode: 90,
  },
  OSDPConfiguration: { OSDPAddress: 5 },
  IPAccessConfiguration: {
    Scheme: 'https',
    Address: '',
    Username: '',
    Password: '',
    VerifyCertificate: true,
    IPProtocol: 'None',
    RequestAccessConfiguration: [],
  },
  PinConfiguration: { pinLength: 4, pinTimeout: 10 },
  OutputFormat: {
    cardFormat: 'Wiegand26',
    cardFacilityCodeOverrideMode: 'Auto',
    cardFacilityCode: 0,
    Custom: {
      facilityCodeSize: 0,
      cardNumberSize: 0,
      startParity: 'None',
      startParityBits: 0,
      stopParity: 'None',
      stopParityBits: 0,
    },
  },
  CardDataConfigs: [],
}

/** Facility code 90, card number 324 at its end. */
const CARD: PresentedCard = { type: 'UID/CSN', uid: '115A0144', contents: [] }
/** Its message: jessety/wiegand-encoder. */
const MESSAGE = '00101101000000001010001000'

/** A reader whose `change` sets other settings. */
function openRig(part: Partial<CardReaderConfiguration> = {}) {
  let settings = { ...SETTINGS, ...part }
  const listeners = new Set<() => void>()
  const clock = startClock({ host: { now: () => 1_000, monotonic: () => 0 } })
  const events = createEventBus(() => clock.now())
  const published: DeviceEvent[] = []
  events.subscribe((event) => void published.push(event))
  const sent: FromDevice[] = []
  const log: [string, object][] = []
  const accepted: Accepted[] = []
  const reader = openCardReader({
    cardReader: {
      get: () => settings,
      subscribe(fn) {
        listeners.add(fn)
        return () => void listeners.delete(fn)
      },
    },
    product: { firmware: { version: '9.80.3', buildDate: '' } },
    plugged: { serial: 'ACCC8E012345' },
    clock,
    events,
    wire: { send: (message) => void sent.push(message) },
    logToBench: (id, values = {}) => void log.push([id, values]),
  })
  reader.subscribe((one) => void accepted.push(one))
  function front(): ReaderAtFront {
    const message = sent.at(-1)
    if (message?.type !== 'reader') throw new Error('nothing was reported')
    return message.reader
  }
  return {
    reader,
    clock,
    log,
    accepted,
    front,
    listeners,
    sent,
    events: () => published.map(({ topic, data }) => [topic, data]),
    change: (other: Partial<CardReaderConfiguration>) => {
      settings = { ...settings, ...other }
      for (const fn of Array.from(listeners)) fn()
    },
    /** Names and frames on the bus. */
    frames: () =>
      front().onWire.flatMap((one) => (one.kind === 'osdp' ? [`${one.name} ${one.frame}`] : [])),
    /** The colour after an action of the controller. */
    colourAfter: (action: ControllerAction) => {
      reader.control(action)
      return front().colour
    },
  }
}

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
    { kind: 'card', message: MESSAGE, card: expect.objectContaining({ uid: '115A0144' }) },
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
  expect(bits()).toEqual([MESSAGE])
  reader.enter('65536', true)
  expect(bits()).toEqual([MESSAGE])
  expect(log).toEqual([['card.pinNotSent', {}]])
  expect(events().map(([, data]) => data)).toEqual([
    { State: 'PinEntered', Keys: '2' },
    { State: 'PinEntered', Keys: '3' },
    { State: 'PinEntered', Keys: '5' },
  ])
  expect(accepted).toEqual([
    { kind: 'pin', keys: '12' },
    { kind: 'pin', keys: '324' },
    { kind: 'pin', keys: '65536' },
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

test('the lines of a Wiegand controller choose the colour and sound the beeper (READER-13)', () => {
  const { colourAfter, front, change, reader } = openRig()
  expect(front()).toMatchObject({
    colour: 'Off',
    beeps: false,
    lines: [{ line: 'led1' }, { line: 'led2' }, { line: 'beeper', active: false }],
  })
  expect(colourAfter({ kind: 'line', line: 'led2', active: true })).toBe('Green')
  expect(colourAfter({ kind: 'line', line: 'led1', active: true })).toBe('Amber')
  expect(colourAfter({ kind: 'line', line: 'led2', active: false })).toBe('Red')
  reader.control({ kind: 'line', line: 'beeper', active: true })
  expect(front().beeps).toBe(true)
  const { WiegandConfiguration: wiegand } = SETTINGS
  change({ WiegandConfiguration: { ...wiegand, nbrOfLEDPins: 1, beeper: false } })
  expect(front()).toMatchObject({ colour: 'Off', beeps: false, lines: [{ line: 'led1' }] })
  expect(colourAfter({ kind: 'line', line: 'led1', active: true })).toBe('Blue')
  reader.control({ kind: 'line', line: 'beeper', active: true })
  expect(front().beeps).toBe(false)
  change({ WiegandConfiguration: { ...wiegand, nbrOfLEDPins: 0 } })
  expect(colourAfter({ kind: 'line', line: 'led1', active: true })).toBe('White')
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
  expect(() => reader.control({ kind: 'line', line: 'led1', active: true })).toThrow(
    'is not Wiegand',
  )
})

test('without a wire, cards and PINs only reach those who listen', () => {
  const { reader, front, accepted, events } = openRig({ Protocol: 'IPAccess' })
  reader.present(CARD)
  reader.enter('1234', false)
  expect(front()).toMatchObject({ protocol: 'IPAccess', colour: 'White', onWire: [] })
  expect(accepted.map(({ kind }) => kind)).toEqual(['card', 'pin'])
  expect(events()).toHaveLength(2)
})

test('only the latest of what was on the wire is kept, and nothing after a change', () => {
  const { reader, front, change } = openRig()
  for (let index = 0; index < 21; index += 1) reader.present(CARD)
  expect(front().onWire).toHaveLength(20)
  change({})
  expect(front().onWire).toEqual([])
})

test('a closed reader hears of no change, and no time makes it report', async () => {
  const { reader, listeners, sent, clock } = openRig({ Protocol: 'OSDP' })
  reader.control({ kind: 'buzzer', on: true })
  void reader.close?.()
  expect(listeners.size).toBe(0)
  const { length } = sent
  await clock.advance(5_000)
  expect(sent).toHaveLength(length)
})
