import type { CardReaderConfiguration } from '@lintel/contract/card-reader'
import type { ControllerAction, ReaderAtFront } from '@lintel/contract/cards'
import type { DeviceEvent } from '@lintel/contract/events'
import type { FromDevice } from '@lintel/contract/wire'
import { startClock } from '../../../clock/clock.ts'
import { createEventBus } from '../../../events/bus.ts'
import type { PortState } from '../../io-ports/io-ports.ts'
import { openCardReader } from '../card-reader.ts'
import type { Accepted } from '../card-reader.ts'

/** A Wiegand reader with two lines for its light and one for its beeper. */
export const SETTINGS: CardReaderConfiguration = {
  Protocol: 'Wiegand',
  CardTypes: ['MIFARE_DESFire', 'UID/CSN'],
  CompatibilityConfiguration: { CompatibilityConfigs: [] },
  WiegandConfiguration: {
    nbrOfLEDPins: 2,
    LED1Pin: 'I1',
    LED2Pin: 'I2',
    beeper: true,
    beeperPin: 'I3',
    LEDColorDefault: 'White',
    LEDColor0: 'Off',
    LEDColor1: 'Blue',
    LEDColor00: 'Off',
    LEDColor01: 'Red',
    LEDColor10: 'Green',
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

/** A reader whose `change` sets other settings. */
export function openRig(part: Partial<CardReaderConfiguration> = {}) {
  let settings = { ...SETTINGS, ...part }
  const listeners = new Set<() => void>()
  const portListeners = new Set<(port: number) => void>()
  const closed = new Set<number>()
  /** Port 4 is an output; port 3 is active while its circuit is open. */
  const state = (port: number): PortState => ({
    name: '',
    direction: port === 4 ? 'output' : 'input',
    closed: closed.has(port),
    active: closed.has(port) !== (port === 3),
  })
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
    ioPorts: {
      count: 4,
      state,
      subscribe(fn) {
        portListeners.add(fn)
        return () => void portListeners.delete(fn)
      },
    },
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
    portListeners,
    sent,
    /** Closes or opens the circuit of a port. */
    drive: (port: number, isClosed: boolean) => {
      if (isClosed) closed.add(port)
      else closed.delete(port)
      for (const fn of Array.from(portListeners)) fn(port)
      return front()
    },
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
