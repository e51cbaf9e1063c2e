import type { CardReaderConfiguration } from '@lintel/contract/card-reader'
import { ON_WIRE_MAX } from '@lintel/contract/cards'
import type { ControllerAction, OnWire, PresentedCard } from '@lintel/contract/cards'
import { TOPICS } from '@lintel/contract/events'
import { Refusal } from '@lintel/contract/fault'
import type { Product } from '@lintel/contract/products/product'
import type { Plugged } from '@lintel/contract/wire'
import type { Clock } from '../../clock/clock.ts'
import type { EventBus } from '../../events/bus.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Wire } from '../../hardware/wire.ts'
import type { Engine } from '../engine.ts'
import type { IoPorts } from '../io-ports/io-ports.ts'
import type { Bits } from './bits.ts'
import { pinMessages } from './keypress-format.ts'
import { linesOf, openLight } from './light.ts'
import { openController } from './osdp/controller.ts'
import type { FrameOnBus } from './osdp/controller.ts'
import { buzzerData, ledData } from './osdp/light-and-sound.ts'
import { openPeripheral } from './osdp/peripheral.ts'
import type { Identity } from './osdp/peripheral.ts'
import { messageOf } from './output-format.ts'
import { readCard } from './read-card.ts'
import type { ReadCard, RefusedCard } from './read-card.ts'

/** An accepted card or PIN. Nobody may log it. */
export type Accepted =
  /** `message`: its bits in the output format. `reader`: at which one, from 1. */
  | { kind: 'card'; card: ReadCard; message: Bits; reader: number }
  | { kind: 'pin'; keys: string; reader: number }

export interface CardReaderParts {
  cardReader: {
    get: () => CardReaderConfiguration
    subscribe: (fn: () => void) => () => void
  }
  product: Pick<Product, 'firmware'>
  plugged: Pick<Plugged, 'serial'>
  clock: Pick<Clock, 'now' | 'wait'>
  /** The light and beeper of a Wiegand reader are driven at inputs. */
  ioPorts: Pick<IoPorts, 'count' | 'state' | 'subscribe'>
  events: Pick<EventBus, 'publish'>
  wire: Pick<Wire, 'send'>
  logToBench: LogToBench
  /** How many there are (`readersOf`); one if absent. */
  readers?: number
  /** Whether each has a keypad (`readersHaveKeypads`). */
  keypads?: boolean
}

/**
 * The card reader and its wire to a controller. A door controller has further ones at its other
 * doors: they read by the same settings, but are on no wire to another controller.
 */
export interface CardReader extends Engine {
  /**
   * Somebody holds a card in front of it, or of another reader.
   * @throws Refusal `invalid` if there is no such reader
   */
  present(card: PresentedCard, reader?: number): void
  /**
   * Somebody has entered a PIN, here or at another reader.
   * @param ended whether by `#`, and not by its length
   * @throws Refusal `invalid` if there is no such reader
   */
  enter(keys: string, ended: boolean, reader?: number): void
  /** The controller sends a command. Throws `Refusal` (`invalid`) if the protocol isn't OSDP. */
  control(action: ControllerAction): void
  /** Shows what a remote access server or the device's own door controller has decided. */
  show(granted: boolean, reader?: number): void
  /** Called with every accepted card and PIN, whatever the protocol. */
  subscribe(fn: (accepted: Accepted) => void): () => void
}

/** The reader of a device. Reports to the bench what it shows and what is on the wire. */
export function openCardReader(parts: CardReaderParts): CardReader {
  const { cardReader, clock, events, ioPorts, wire, logToBench } = parts
  const settings = () => cardReader.get()
  const listeners = new Set<(accepted: Accepted) => void>()
  let onWire: OnWire[] = []
  let wired = wiringOf(settings())

  const light = openLight({ clock, settings, input, changed: report })
  /** The lights of the further readers. */
  const others = Array.from({ length: (parts.readers ?? 1) - 1 }, () =>
    openLight({
      clock,
      settings: () => ({ ...settings(), Protocol: 'None' }),
      input: () => undefined,
      changed: report,
    }),
  )
  const address = () => settings().OSDPConfiguration.OSDPAddress
  const peripheral = openPeripheral({
    address,
    identity: identityOf(parts),
    onLed: (command) => light.led(command),
    onBuzzer: (command) => light.buzzer(command),
  })
  const controller = openController(peripheral, address)

  function input(port: number) {
    const state = port >= 1 && port <= ioPorts.count ? ioPorts.state(port) : undefined
    return state?.direction === 'input' ? state : undefined
  }

  function report(): void {
    const { Protocol } = settings()
    wire.send({
      type: 'reader',
      reader: {
        protocol: Protocol,
        ...light.state(),
        onWire,
        others: others.map((one) => {
          const { colour, blinksWith, beeps } = one.state()
          return { colour, blinksWith, beeps }
        }),
        ...(parts.keypads ? { keypads: true } : {}),
      },
    })
  }

  function send(...sent: (FrameOnBus | { of: 'card' | 'pin'; bits: Bits })[]): void {
    const at = clock.now()
    const entries = sent.map((one): OnWire =>
      'bits' in one ? { at, kind: 'wiegand', ...one } : { at, kind: 'osdp', ...one },
    )
    onWire = [...onWire, ...entries].slice(-ON_WIRE_MAX)
    report()
  }

  /** As after a start: nothing waits or is lit. */
  function restart(): void {
    wired = wiringOf(settings())
    for (const one of [light, ...others]) one.reset()
    peripheral.reset()
    controller.reset()
    onWire = []
    report()
  }

  /** What the controller has set lasts until the settings lead to another controller. */
  function settingsChanged(): void {
    if (wiringOf(settings()) === wired) report()
    else restart()
  }

  function publish(data: Record<string, string>): void {
    events.publish({ topic: TOPICS.cardReader, source: { Source: 'Internal' }, data })
  }

  function refuse({ type }: PresentedCard, { problem, name }: RefusedCard, reader: number): void {
    publish({ State: 'CardRefused', CardType: type, Reason: problem, Name: name })
    logToBench('card.refused', { problem, name, ...atReader(reader) })
  }

  function accept(card: ReadCard, message: Bits, reader: number): void {
    const { Protocol, OutputFormat } = settings()
    const bits = message.length
    publish({ State: 'CardAccepted', CardType: card.type, Bits: String(bits) })
    logToBench('card.accepted', { type: card.type.replace('_', ' '), bits, ...atReader(reader) })
    const wired = reader === 1
    if (wired && Protocol === 'Wiegand') send({ of: 'card', bits: message })
    if (wired && Protocol === 'OSDP') {
      peripheral.card(message, OutputFormat.cardFormat === 'Raw' ? 'raw' : 'wiegand')
      send(...controller.send('POLL'))
    }
    tell({ kind: 'card', card, message, reader })
  }

  function mustExist(reader: number): void {
    if (reader > 1 + others.length) throw new Refusal('invalid', `There is no reader ${reader}.`)
  }

  function tell(accepted: Accepted): void {
    for (const fn of Array.from(listeners)) fn(accepted)
  }

  const unsubscribe = [
    cardReader.subscribe(settingsChanged),
    ioPorts.subscribe((port) => {
      if (linesOf(settings()).some((line) => line.port === port)) report()
    }),
  ]
  restart()

  return {
    stateRestored: restart,
    present(card, reader = 1) {
      mustExist(reader)
      const read = readCard(settings(), card)
      if ('problem' in read) return refuse(card, read, reader)
      const message = messageOf(settings().OutputFormat, read.bits, read.stored)
      if (message === undefined) return refuse(card, { problem: 'parity', name: '' }, reader)
      accept(read, message, reader)
    },
    enter(keys, ended, reader = 1) {
      mustExist(reader)
      const { Protocol, WiegandConfiguration } = settings()
      const wired = reader === 1
      publish({ State: 'PinEntered', Keys: String(keys.length) })
      if (wired && Protocol === 'Wiegand') {
        const { keypressFormat, keypressFacilityCode } = WiegandConfiguration
        const messages = pinMessages(keypressFormat, keypressFacilityCode, keys, ended)
        if (messages) send(...messages.map((bits) => ({ of: 'pin' as const, bits })))
        else logToBench('card.pinNotSent')
      }
      if (wired && Protocol === 'OSDP') {
        peripheral.keys(ended ? `${keys}#` : keys)
        send(...controller.send('POLL'))
      }
      tell({ kind: 'pin', keys, reader })
    },
    control(action) {
      if (settings().Protocol !== 'OSDP') {
        throw new Refusal('invalid', "The reader's protocol is not OSDP.")
      }
      switch (action.kind) {
        case 'ask':
          return send(...controller.send(action.command))
        case 'led':
          return send(...controller.send('LED', ledData(action.colour)))
        case 'buzzer':
          return send(...controller.send('BUZ', buzzerData(action.on)))
      }
    },
    show(granted, reader = 1) {
      if (reader > 1) others[reader - 2]?.show(granted)
      // By wire, the controller at its other end drives the light.
      else if (!['Wiegand', 'OSDP'].includes(settings().Protocol)) light.show(granted)
    },
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
    close() {
      for (const end of unsubscribe) end()
      for (const one of [light, ...others]) one.reset()
    },
  }
}

/** The value of a log entry that names a further reader. */
const atReader = (reader: number): Record<string, number> => (reader > 1 ? { reader } : {})

/** Differs if another controller is at the other end. */
const wiringOf = ({ Protocol, OSDPConfiguration }: CardReaderConfiguration): string =>
  `${Protocol} ${OSDPConfiguration.OSDPAddress}`

/** Who the reader is on the bus of OSDP: its maker and serial number are those of the MAC address. */
function identityOf({ plugged, product }: Pick<CardReaderParts, 'plugged' | 'product'>): Identity {
  const bytes = Buffer.from(plugged.serial, 'hex')
  const [major = 0, minor = 0, patch = 0] = product.firmware.version.split('.').map(Number)
  return {
    vendor: [bytes[0] ?? 0, bytes[1] ?? 0, bytes[2] ?? 0],
    model: 1,
    version: 1,
    serial: bytes.readUInt32LE(2),
    firmware: [major, minor, patch],
  }
}
