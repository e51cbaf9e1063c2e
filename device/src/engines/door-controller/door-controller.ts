import type { CardReaderConfiguration } from '@lintel/contract/card-reader'
import { TOPICS } from '@lintel/contract/events'
import type { Product } from '@lintel/contract/products/product'
import type { Plugged } from '@lintel/contract/wire'
import type { Clock } from '../../clock/clock.ts'
import type { EventBus } from '../../events/bus.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Wire } from '../../hardware/wire.ts'
import type { Log } from '../../log.ts'
import { openAccessLog } from '../../state/access-log.ts'
import type { AccessLog } from '../../state/access-log.ts'
import { openCredentialStore } from '../../state/credentials.ts'
import type { CredentialStore } from '../../state/credentials.ts'
import type { Database } from '../../state/database.ts'
import type { SecretBox } from '../../state/secret-box.ts'
import { idDataOf } from '../card-reader/ip-access-messages.ts'
import { linesOf } from '../card-reader/light.ts'
import { openAttempts, readerOf } from '../card-reader/presented.ts'
import type { Presented } from '../card-reader/presented.ts'
import type { Engine } from '../engine.ts'
import type { IoPorts } from '../io-ports/io-ports.ts'
import { decide } from './decide.ts'
import type { Decision, IdData } from './decide.ts'
import { openDoorMonitors } from './door-monitors.ts'

/** A door: one for each relay, with one reader and a monitor. */
export interface Door {
  /** The port of its relay. */
  port: number
  /** The port of its monitor. */
  input: number
  /** Tokens of the access point, the door and its reader. */
  point: string
  door: string
  reader: string
  name: string
}

/** A card that opened no door. Nobody may log it. */
export interface DeniedCard {
  /** As `IdData` has it. */
  card: string
  /** Milliseconds since the epoch. */
  at: number
  /** The name of the door. */
  door: string
}

/**
 * Decides who may open which door of a door controller. It knows the cards and PINs that
 * `SetCredential` has added, and no others. Source: public documentation, "Access control service".
 */
export interface DoorController extends Engine {
  /** Its token. */
  controller: string
  doors: readonly Door[]
  credentials: CredentialStore
  /** What it has decided, at its own readers and on behalf of others. */
  accessLog: AccessLog
  /** Opens the door if a valid credential has been presented as a whole, and logs the decision. */
  request: (door: Door, presented: IdData) => Decision
  /** The last card that was denied. */
  denied(): DeniedCard | undefined
  /** Called when another card was denied. */
  onDenied(fn: () => void): () => void
}

interface DoorControllerParts {
  product: Pick<Product, 'ports'>
  plugged: Pick<Plugged, 'serial'>
  database: Database
  secrets: SecretBox
  clock: Pick<Clock, 'now' | 'monotonic' | 'wait'>
  ioPorts: Pick<IoPorts, 'order' | 'state' | 'subscribe'>
  /** The settings of the reader. */
  cardReader: { get: () => CardReaderConfiguration }
  /** The readers, of which each door has one in the same order. */
  reader:
    | {
        subscribe: (fn: (presented: Presented) => void) => () => void
        show: (granted: boolean, reader: number) => void
      }
    | undefined
  events: Pick<EventBus, 'publish'>
  wire: Pick<Wire, 'send'>
  logToBench: LogToBench
  log: Log
}

/** Milliseconds for which the relay of a door is on: long enough to pull it open. Own design. */
const OPEN_MS = 5000
/** How many characters of a card the access log has. */
const CARD_END = 4

export function openDoorController(parts: DoorControllerParts): DoorController {
  const { product, plugged, clock, ioPorts, cardReader, reader, events, logToBench, log } = parts
  const { inputs, outputs } = product.ports
  const credentials = openCredentialStore(parts.database, parts.secrets)
  const accessLog = openAccessLog(parts.database)
  const prefix = `Axis-${plugged.serial.toLowerCase()}`
  const doors = Array.from({ length: outputs }, (_, index): Door => ({
    port: inputs + index + 1,
    input: index + 1,
    point: `${prefix}:point${index + 1}`,
    door: `${prefix}:door${index + 1}`,
    reader: `${prefix}:reader${index + 1}`,
    // As it is named in the settings of the port.
    get name() {
      return ioPorts.state(inputs + index + 1).name
    },
  }))
  const listeners = new Set<() => void>()
  let denied: DeniedCard | undefined
  const attemptsAt = doors.map(() =>
    openAttempts(clock, () => cardReader.get().PinConfiguration.pinTimeout),
  )

  function open(port: number): void {
    try {
      ioPorts.order(port, [
        { active: true, wait: OPEN_MS },
        { active: false, wait: 0 },
      ])
    } catch (cause) {
      log.warn({ err: cause, port }, 'A door without a relay')
    }
  }

  function request(door: Door, presented: IdData): Decision {
    const decision = decide(credentials.all(), presented, clock.now())
    const card = presented.find(({ Name }) => Name === 'Card')?.Value
    if (decision.reason === 'Granted') open(door.port)
    else if (card !== undefined) {
      denied = { card, at: clock.now(), door: door.name }
      for (const fn of Array.from(listeners)) fn()
    }
    try {
      accessLog.add({
        at: new Date(clock.now()).toISOString(),
        door: door.name,
        name: decision.credential?.Description ?? '',
        presented: kindOf(presented),
        cardEnd: card?.slice(-CARD_END).toUpperCase() ?? '',
        reason: decision.reason,
      })
    } catch (cause) {
      // A full disk keeps nobody out.
      log.warn({ err: cause }, 'A decision is missing in the access log')
    }
    return decision
  }

  /** Decides at its own readers; the first one may pass everything on to another controller. */
  function decideAtReader(presented: Presented): void {
    const at = readerOf(presented)
    const door = doors[at - 1]
    const attemptWith = attemptsAt[at - 1]
    if (!door || !attemptWith) return
    if (at === 1 && cardReader.get().Protocol !== 'None') return
    const { credential, settle } = attemptWith(presented)
    const shown = idDataOf(credential)
    const { reason } = request(door, shown)
    const granted = reason === 'Granted'
    settle(granted)
    const { name } = door
    events.publish({
      topic: TOPICS.access,
      source: { Source: 'Internal' },
      data: { AccessGranted: String(granted), Reason: reason, AccessPoint: name },
    })
    reader?.show(granted, at)
    const what = { name, door: at, presented: kindOf(shown) }
    if (granted) logToBench('access.granted', what)
    else logToBench('access.denied', { ...what, reason })
  }

  const unsubscribe = reader?.subscribe(decideAtReader)
  const monitors = openDoorMonitors(
    doors.filter(({ input }) => input <= inputs),
    {
      ...parts,
      // By the lines of a reader with a Wiegand controller.
      isTaken: (input) => linesOf(cardReader.get()).some(({ port }) => port === input),
    },
  )
  return {
    controller: `${prefix} AccessController`,
    doors,
    credentials,
    accessLog,
    request,
    denied: () => denied,
    onDenied(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
    close() {
      unsubscribe?.()
      monitors.close()
    },
  }
}

const kindOf = (presented: IdData) => {
  if (!presented.some(({ Name }) => Name === 'PIN')) return 'card'
  return presented.length > 1 ? 'cardAndPin' : 'pin'
}
