import type { AnswerOf, RequestOf } from '@lintel/contract/call'
import type {
  getBench,
  pressKey,
  seedDevice,
  setContact,
  setFaults,
  setPower,
  setSlot,
  setSpeaker,
  setWorld,
} from '@lintel/contract/bench'
import { categoryOf } from '@lintel/contract/capabilities'
import { Refusal } from '@lintel/contract/fault'
import type { PersonaId } from '@lintel/contract/firmware'
import { productCalled } from '@lintel/contract/products/products'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import type { FaultSwitch, FromDevice } from '@lintel/contract/wire'
import { urlOf } from './addresses.ts'
import type { DeviceLog } from './device-log.ts'
import { startDevice } from './device-process.ts'
import { frontAfter, heard, UNLIT } from './front.ts'
import { changedDhcp } from './hardware/dhcp.ts'
import { createHappeningLog } from './happened.ts'
import type { BoardHappenings } from './happened.ts'
import type { HostTime } from './host-time.ts'
import { createPlug } from './plug.ts'
import type { PlugParts } from './plug.ts'
import { entryOf } from './power-log.ts'
import { createPower } from './power.ts'
import type { PowerEvent, Power } from './power.ts'
import { openSnapshots } from './snapshots.ts'
import { terminalsOf, wiredTo, withoutPower } from './terminals.ts'
import { obey } from './slots/obey.ts'
import { openSlots } from './slots/slots.ts'
import type { SlotCode, SlotEvent } from './slots/slots.ts'
import { createWatchdog } from './watchdog.ts'

/** Milliseconds that the device has to do what was due in the time that the clock skips. */
const ADVANCE_LIMIT = 60_000

export interface BoardParts extends PlugParts {
  /** What slot A runs. */
  checkout: SlotCode
  /** `node_modules` with the native modules. */
  modules: string
  log: DeviceLog
  time: HostTime
  /** The bench's own address, as people open it. */
  bench: string
}

/** The hardware with its hands: what the bench's calls do. */
export interface Board {
  state(): AnswerOf<typeof getBench>
  power: Power
  setPower(action: RequestOf<typeof setPower>['action']): Promise<void>
  setWorld(part: RequestOf<typeof setWorld>): void
  /** @throws Refusal `invalid` without a loudspeaker, `conflict` while the device does not run. */
  setSpeaker(calibrated: RequestOf<typeof setSpeaker>['calibrated']): Promise<void>
  /** @throws Refusal `conflict` while the device does not run */
  setOldCiphers(left: boolean): Promise<void>
  /** @throws Refusal `invalid` when the product has no such port. */
  setContact(contact: RequestOf<typeof setContact>): void
  /** The file of what sounds; undefined in silence. */
  soundFile(): string | undefined
  press(key: RequestOf<typeof pressKey>['key']): void
  advance(milliseconds: number): Promise<void>
  setFaults(faults: RequestOf<typeof setFaults>['faults']): void
  setPersona(persona: PersonaId): void
  /** Boots the firmware of a slot. @throws Refusal `invalid` when there is none. */
  setSlot(slot: RequestOf<typeof setSlot>['slot']): Promise<void>
  saveSnapshot(name: string): Promise<void>
  restoreSnapshot(name: string): Promise<void>
  seed(seed: RequestOf<typeof seedDevice>): Promise<void>
  /** Told after every change of the state. */
  subscribe(fn: () => void): () => void
}

/** A board with its power off. */
export function openBoard(parts: BoardParts): Board {
  const { hardware, ports, time } = parts
  const listeners = new Set<() => void>()
  const log = createHappeningLog()
  const product = productCalled(hardware.state().product)
  const planned = {
    http: urlOf('http', parts.address, ports.http),
    https: urlOf('https', parts.address, ports.https),
  }
  let addresses = planned
  let front = UNLIT
  let terminals = terminalsOf(product.ports)
  let faults: FaultSwitch[] = []
  let persona: PersonaId = 'own'
  const slots = openSlots({
    ...parts,
    checkout: { ...parts.checkout, ...product.firmware },
    now: () => time.now() + hardware.state().clockOffset,
    happened: slotEvent,
    changed() {
      power.wire()?.send({ type: 'firmware', firmware: slots.told() })
      changed()
    },
  })
  const plug = createPlug(
    parts,
    slots,
    () => ({ faults, persona }),
    () => power.wire(),
  )

  /** Where the device says that it is; before its first certificate https is only to come. */
  function addressesOf({ http, https }: { http: string; https: string | undefined }) {
    return { http, https: https ?? `https://${new URL(http).hostname}:${ports.https}` }
  }

  function changed(): void {
    for (const fn of Array.from(listeners)) fn()
  }

  function happened<Id extends keyof BoardHappenings>(
    id: Id,
    ...[values]: BoardHappenings[Id] extends undefined ? [] : [BoardHappenings[Id]]
  ): void {
    log.add({ at: time.now() + hardware.state().clockOffset, id, values: { ...values } })
    changed()
  }

  function told(message: FromDevice): void {
    switch (message.type) {
      case 'running':
        addresses = addressesOf(message)
        plug.tell()
        break
      case 'moved':
        addresses = { http: message.http, https: message.https ?? '' }
        break
      case 'https':
        addresses = { ...addresses, https: message.https }
        break
      case 'display':
      case 'identify':
      case 'sound':
      case 'speaker':
      case 'oldCiphers':
        front = frontAfter(front, message)
        break
      case 'terminals':
        terminals = message.terminals
        break
      case 'clock':
        hardware.change({ clockOffset: message.offset })
        break
      case 'happened':
        log.add(message.happening)
        break
      case 'faultUsed':
        faults = message.faults
        plug.faultsLeft(faults)
        break
      case 'order':
        power.wire()?.send(obey(slots, message))
        return
      case 'hello':
      case 'restart':
      case 'done':
        return
    }
    changed()
  }

  function powerEvent(event: PowerEvent): void {
    if (event.type !== 'running') {
      front = UNLIT
      terminals = withoutPower(terminals)
    }
    if (event.type === 'running') slots.running()
    else slots.down()
    const { level, message, facts, id, values } = entryOf(event)
    const at = time.now() + hardware.state().clockOffset
    parts.log.note(at, level, message, facts)
    log.add({ at, id, values })
    changed()
  }

  function slotEvent({ type, ...values }: SlotEvent): void {
    const at = time.now() + hardware.state().clockOffset
    log.add({ at, id: `slots.${type}`, values })
    parts.log.note(at, 'info', `slots: ${type}`, values)
    changed()
  }

  const power = createPower({
    start(received, reason) {
      const code = slots.boot()
      return startDevice({
        entry: code.deviceEntry,
        plugged: () => plug.plugged(reason, code),
        log: parts.log,
        time,
        told: received,
      })
    },
    replaced: () => slots.goBack(),
    watchdog: createWatchdog(parts.bootSeconds, time),
    time,
    happened: powerEvent,
    told,
  })

  const snapshots = openSnapshots({
    dataFolder: parts.dataFolder,
    power,
    slots,
    kept: () => ({ hardware: hardware.state(), faults, persona }),
    put(kept) {
      // One from before there was all of it.
      hardware.change({ ...kept.hardware, world: { ...PLAIN_WORLD, ...kept.hardware.world } })
      faults = kept.faults
      persona = kept.persona ?? 'own'
      plug.forget()
      plug.tell()
      changed()
    },
  })

  async function setClock(text: string): Promise<void> {
    const at = Date.parse(text)
    if (!Number.isFinite(at)) throw new Refusal('invalid', 'The time is not a time in ISO 8601.')
    if (power.isOn()) await power.whenRunning()
    const offset = Math.round(at - time.now())
    await power.wire()?.ask({ type: 'clock', offset }, ADVANCE_LIMIT)
    hardware.change({ clockOffset: offset })
    happened('clockSet', { time: new Date(at).toISOString() })
  }

  function runningWire() {
    const wire = power.wire()
    if (!wire) throw new Refusal('conflict', 'The device does not run.')
    return wire
  }

  return {
    state: () => ({
      product: product.number,
      plate: product.plate,
      category: categoryOf(product.brand.type),
      loudspeaker: product.audio?.output ?? false,
      serial: plug.serial(),
      power: power.isOn(),
      device: power.state(),
      addresses: { ...addresses, bench: parts.bench },
      world: hardware.state().world,
      display: front.display,
      identifying: front.identifying,
      sound: heard(front),
      speaker: front.speaker,
      oldCiphers: front.oldCiphers,
      terminals: wiredTo(terminals, hardware.state().world.contacts),
      snapshots: snapshots.names(),
      faults,
      persona,
      firmware: slots.told(),
      clockOffset: hardware.state().clockOffset,
      happened: log.all(),
    }),
    power,
    async setPower(action) {
      if (action !== 'on') await power.off()
      if (action === 'off') return
      await snapshots.idle()
      await power.on()
    },
    setWorld({ temperature, cable, dhcp, peers }) {
      const before = hardware.state().world
      const world = {
        temperature: temperature ?? before.temperature,
        cable: cable ?? before.cable,
        dhcp: dhcp ? changedDhcp(before.dhcp, dhcp) : before.dhcp,
        peers: peers ?? before.peers,
        contacts: before.contacts,
      }
      hardware.change({ world })
      plug.tell()
      if (world.temperature !== before.temperature) {
        happened('temperature', { degrees: world.temperature })
      }
      if (world.cable !== before.cable) happened(world.cable ? 'cableIn' : 'cableOut')
      if (dhcp) happened(world.dhcp.enabled ? 'dhcpSet' : 'dhcpOff')
      if (peers) happened('peers', { count: peers.length })
    },
    async setSpeaker(calibrated) {
      if (!product.audio?.output) {
        throw new Refusal('invalid', 'The product has no loudspeaker.')
      }
      await runningWire().ask({ type: 'speaker', calibrated }, ADVANCE_LIMIT)
    },
    async setOldCiphers(left) {
      await runningWire().ask({ type: 'oldCiphers', left }, ADVANCE_LIMIT)
    },
    setContact({ port, closed }) {
      if (!terminals.some((terminal) => terminal.port === port)) {
        throw new Refusal('invalid', `The ${product.number} has no port ${port}.`)
      }
      const { world } = hardware.state()
      if (world.contacts.includes(port) === closed) return
      const others = world.contacts.filter((one) => one !== port)
      hardware.change({ world: { ...world, contacts: closed ? [...others, port] : others } })
      plug.tell()
      happened(closed ? 'contactClosed' : 'contactOpen', { port })
    },
    soundFile: () => front.sound?.file,
    press(key) {
      const { callButton, display, keypad } = product.plate
      const there = key === 'callButton' ? callButton : key === 'display' ? display : keypad
      if (!there) {
        throw new Refusal('invalid', `The ${product.number} has no such button.`)
      }
      power.wire()?.send({ type: 'pressed', key })
      happened('pressed', { key })
    },
    async advance(milliseconds) {
      if (power.isOn()) await power.whenRunning()
      const wire = power.wire()
      if (wire) await wire.ask({ type: 'advance', milliseconds }, ADVANCE_LIMIT)
      else hardware.change({ clockOffset: hardware.state().clockOffset + milliseconds })
      happened('clockAdvanced', { seconds: milliseconds / 1000 })
    },
    setFaults(given) {
      faults = given
      plug.tell()
      happened('faults', { count: faults.length })
    },
    setPersona(given) {
      persona = given
      plug.tell()
      happened('persona', { persona })
    },
    async setSlot(slot) {
      slots.change(slot)
      if (!power.isOn()) return
      await power.off()
      await power.on()
    },
    async saveSnapshot(name) {
      await snapshots.save(name)
      happened('snapshotSaved', { name })
    },
    async restoreSnapshot(name) {
      await snapshots.restore(name)
      happened('snapshotRestored', { name })
    },
    async seed({ time: at, serial }) {
      if (at !== undefined) await setClock(at)
      if (serial === undefined) return
      hardware.change({ serial })
      happened('serialSet', { serial })
    },
    subscribe(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
  }
}
