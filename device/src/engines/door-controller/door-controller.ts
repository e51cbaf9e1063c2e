import type { Credential } from '@lintel/contract/calls/access-control'
import type { CardReaderConfiguration } from '@lintel/contract/card-reader'
import { TOPICS } from '@lintel/contract/events'
import type { Product } from '@lintel/contract/products/product'
import type { Plugged } from '@lintel/contract/wire'
import type { Clock } from '../../clock/clock.ts'
import type { EventBus } from '../../events/bus.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import type { Log } from '../../log.ts'
import { openCredentialStore } from '../../state/credentials.ts'
import type { CredentialStore } from '../../state/credentials.ts'
import type { Database } from '../../state/database.ts'
import type { SecretBox } from '../../state/secret-box.ts'
import { idDataOf } from '../card-reader/ip-access-messages.ts'
import { openAttempts, readerOf } from '../card-reader/presented.ts'
import type { Presented } from '../card-reader/presented.ts'
import type { Engine } from '../engine.ts'
import type { IoPorts } from '../io-ports/io-ports.ts'

/** What was presented, by the names of its parts. */
export type IdData = Credential['IdData']

/** A door: one for each relay, with one reader. */
export interface Door {
  port: number
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
  /**
   * Opens the door if a valid credential has been presented as a whole.
   * @returns whether it did
   */
  request: (door: Door, presented: IdData) => boolean
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
  clock: Pick<Clock, 'now' | 'monotonic'>
  ioPorts: Pick<IoPorts, 'order'>
  /** The settings of the reader. */
  cardReader: { get: () => Pick<CardReaderConfiguration, 'Protocol' | 'PinConfiguration'> }
  /** The readers, of which each door has one in the same order. */
  reader:
    | {
        subscribe: (fn: (presented: Presented) => void) => () => void
        show: (granted: boolean, reader: number) => void
      }
    | undefined
  events: Pick<EventBus, 'publish'>
  logToBench: LogToBench
  log: Log
}

/** Milliseconds for which the relay of a door is on: long enough to pull it open. Own design. */
const OPEN_MS = 5000

export function openDoorController(parts: DoorControllerParts): DoorController {
  const { product, plugged, clock, ioPorts, cardReader, reader, events, logToBench, log } = parts
  const { inputs, outputs } = product.ports
  const credentials = openCredentialStore(parts.database, parts.secrets)
  const prefix = `Axis-${plugged.serial.toLowerCase()}`
  const doors = Array.from({ length: outputs }, (_, index): Door => ({
    port: inputs + index + 1,
    point: `${prefix}:point${index + 1}`,
    door: `${prefix}:door${index + 1}`,
    reader: `${prefix}:reader${index + 1}`,
    name: `Door ${index + 1}`,
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

  function request(door: Door, presented: IdData): boolean {
    const granted = credentials.all().some((one) => opens(one, presented, clock.now()))
    const card = presented.find(({ Name }) => Name === 'Card')?.Value
    if (granted) open(door.port)
    else if (card !== undefined) {
      denied = { card, at: clock.now(), door: door.name }
      for (const fn of Array.from(listeners)) fn()
    }
    return granted
  }

  /** Decides at its own readers; the first one may pass everything on to another controller. */
  function decide(presented: Presented): void {
    const at = readerOf(presented)
    const door = doors[at - 1]
    const attemptWith = attemptsAt[at - 1]
    if (!door || !attemptWith) return
    if (at === 1 && cardReader.get().Protocol !== 'None') return
    const { credential, settle } = attemptWith(presented)
    const granted = request(door, idDataOf(credential))
    settle(granted)
    const { name } = door
    const reason = granted ? 'Granted' : 'InvalidCredential'
    events.publish({
      topic: TOPICS.access,
      source: { Source: 'Internal' },
      data: { AccessGranted: String(granted), Reason: reason, AccessPoint: name },
    })
    reader?.show(granted, at)
    if (granted) logToBench('access.granted', { name, door: at })
    else logToBench('access.denied', { name, reason, door: at })
  }

  const unsubscribe = reader?.subscribe(decide)
  return {
    controller: `${prefix} AccessController`,
    doors,
    credentials,
    request,
    denied: () => denied,
    onDenied(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
    close: () => unsubscribe?.(),
  }
}

/** Whether a credential is valid, and all of its parts have been presented. */
function opens(
  { Enabled, Status, ValidFrom, ValidTo, IdData: parts }: Credential,
  presented: IdData,
  now: number,
): boolean {
  if (!Enabled || Status === 'Disabled') return false
  if (ValidFrom !== undefined && now < Date.parse(ValidFrom)) return false
  if (ValidTo !== undefined && now > Date.parse(ValidTo)) return false
  return parts.every(({ Name, Value }) =>
    presented.some((one) => one.Name === Name && sameValue(one.Value, Value)),
  )
}

/** The bits of a card are hexadecimal, in whatever case. */
const sameValue = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase()
