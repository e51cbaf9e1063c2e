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
import type { Access, AccessLog } from '../../state/access-log.ts'
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
  /** Logs that an account has opened the door of an output; other outputs are none of its business. */
  openedBy: (user: string, port: number) => void
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
  ioPorts: Pick<IoPorts, 'openDoor' | 'state' | 'subscribe'>
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
  /** Cards whose PIN has not been typed yet, by reader. */
  const unfinished = new Map<number, { forget: () => void; deny: () => void }>()
  const attemptsAt = doors.map(() =>
    openAttempts(clock, () => cardReader.get().PinConfiguration.pinTimeout),
  )

  function open(port: number): void {
    try {
      ioPorts.openDoor(port)
    } catch (cause) {
      log.warn({ err: cause, port }, 'A door without a relay')
    }
  }

  function keep(access: Omit<Access, 'at'>): void {
    try {
      accessLog.add({ at: new Date(clock.now()).toISOString(), ...access })
    } catch (cause) {
      // A full disk keeps nobody out.
      log.warn({ err: cause }, 'A decision is missing in the access log')
    }
  }

  /** Does what was decided, and logs it. */
  function carryOut(door: Door, presented: IdData, { reason, credential }: Decision): void {
    const card = presented.find(({ Name }) => Name === 'Card')?.Value
    if (reason === 'Granted') open(door.port)
    else if (card !== undefined && reason !== 'PinRequired') {
      denied = { card, at: clock.now(), door: door.name }
      for (const fn of Array.from(listeners)) fn()
    }
    keep({
      door: door.name,
      name: credential?.Description ?? '',
      presented: kindOf(presented),
      cardEnd: card?.slice(-CARD_END).toUpperCase() ?? '',
      reason,
    })
  }

  const decisionOn = (presented: IdData) => decide(credentials.all(), presented, clock.now())

  function request(door: Door, presented: IdData): Decision {
    const decision = decisionOn(presented)
    carryOut(door, presented, decision)
    return decision
  }

  function openedBy(user: string, port: number): void {
    const door = doors.find((one) => one.port === port)
    if (!door) return
    keep({ door: door.name, name: user, presented: 'command', cardEnd: '', reason: 'Granted' })
  }

  /** Carries out a decision at one of its own readers, and tells everybody. */
  function conclude(at: number, door: Door, presented: IdData, decision: Decision): void {
    const { reason } = decision
    const granted = reason === 'Granted'
    const { name } = door
    const what = { name, door: at, presented: kindOf(presented) }
    if (granted) logToBench('access.granted', what)
    else logToBench('access.denied', { ...what, reason })
    carryOut(door, presented, decision)
    events.publish({
      topic: TOPICS.access,
      source: { Source: 'Internal' },
      data: { AccessGranted: String(granted), Reason: reason, AccessPoint: name },
    })
    reader?.show(granted, at)
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
    const isOfCard = presented.kind === 'pin' && credential.card !== undefined
    const card = unfinished.get(at)
    unfinished.delete(at)
    if (isOfCard) card?.forget()
    else card?.deny()
    const decision = decisionOn(shown)
    settle(decision.reason === 'Granted')
    if (decision.reason === 'PinRequired') awaitPin(at, () => conclude(at, door, shown, decision))
    else conclude(at, door, shown, decision)
  }

  /** A card that needs a PIN is denied only when nobody types one in time. */
  function awaitPin(at: number, deny: () => void): void {
    const { name } = doors[at - 1] ?? {}
    logToBench('access.pin', { name: name ?? '', door: at })
    const late = new AbortController()
    const mine = {
      forget: () => late.abort(),
      deny() {
        late.abort()
        deny()
      },
    }
    unfinished.set(at, mine)
    void isOver(late.signal).then((over) => {
      if (!over) return undefined
      if (unfinished.get(at) === mine) unfinished.delete(at)
      return deny()
    })
  }

  /** Whether the time for a PIN is over, before the card was forgotten. */
  const isOver = (signal: AbortSignal): Promise<boolean> =>
    clock.wait(cardReader.get().PinConfiguration.pinTimeout * 1000, signal).then(
      () => true,
      () => false,
    )

  function forgetCards(): void {
    for (const { forget } of unfinished.values()) forget()
    unfinished.clear()
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
    openedBy,
    denied: () => denied,
    onDenied(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
    stateRestored() {
      forgetCards()
      denied = undefined
      for (const fn of Array.from(listeners)) fn()
    },
    close() {
      unsubscribe?.()
      forgetCards()
      monitors.close()
    },
  }
}

const kindOf = (presented: IdData) => {
  if (!presented.some(({ Name }) => Name === 'PIN')) return 'card'
  return presented.length > 1 ? 'cardAndPin' : 'pin'
}
