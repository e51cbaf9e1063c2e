import { join } from 'node:path'
import type { AnswerOf, RequestOf } from '@lintel/contract/call'
import type {
  getBench,
  pressKey,
  seedDevice,
  setFaults,
  setPower,
  setSpeaker,
  setWorld,
} from '@lintel/contract/bench'
import { categoryOf } from '@lintel/contract/capabilities'
import { Refusal } from '@lintel/contract/fault'
import type { PersonaId } from '@lintel/contract/firmware'
import { productCalled } from '@lintel/contract/products/products'
import type { FaultSwitch, FromDevice, Plugged, World } from '@lintel/contract/wire'
import { urlOf } from './addresses.ts'
import type { DeviceLog } from './device-log.ts'
import { startDevice } from './device-process.ts'
import { frontAfter, heard, UNLIT } from './front.ts'
import { changedDhcp } from './hardware/dhcp.ts'
import type { Hardware } from './hardware/hardware.ts'
import { createHappeningLog } from './happened.ts'
import type { BoardHappenings } from './happened.ts'
import type { HostTime } from './host-time.ts'
import type { Ports } from './ports.ts'
import { createPower } from './power.ts'
import type { PowerEvent, Power } from './power.ts'
import { openSnapshots } from './snapshots.ts'
import { createWatchdog } from './watchdog.ts'

/** Milliseconds that the device has to do what was due in the time that the clock skips. */
const ADVANCE_LIMIT = 60_000

export interface BoardParts {
  hardware: Hardware
  ports: Ports
  /** Address that the device listens on. */
  address: string
  bootSeconds: number
  dataFolder: string
  deviceEntry: string
  consoleFolder: string
  pagesFolder: string
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
  /** The file of what sounds; undefined in silence. */
  soundFile(): string | undefined
  press(key: RequestOf<typeof pressKey>['key']): void
  advance(milliseconds: number): Promise<void>
  setFaults(faults: RequestOf<typeof setFaults>['faults']): void
  setPersona(persona: PersonaId): void
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
  let faults: FaultSwitch[] = []
  let persona: PersonaId = 'own'
  /** What the device knows of the surroundings and the fault switches. */
  let knows: { world: World; faults: FaultSwitch[]; persona: PersonaId } | undefined
  /** A serial number given by hand counts from the next start on. */
  let serialInUse = hardware.state().serial

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

  function plugged(): Plugged {
    const { serial, clockOffset, world } = hardware.state()
    serialInUse = serial
    knows = { world, faults, persona }
    const { http, https, sip, snmp } = ports
    return {
      product: product.number,
      serial,
      address: parts.address,
      ports: { http, https, sip, snmp },
      dataFolder: join(parts.dataFolder, 'device'),
      bootSeconds: parts.bootSeconds,
      clockOffset,
      world,
      faults,
      persona,
      consoleFolder: parts.consoleFolder,
      pagesFolder: parts.pagesFolder,
    }
  }

  /** Tells a running device what has changed around it; one that boots is told when it runs. */
  function tell(): void {
    const wire = power.wire()
    if (!wire) return
    const { world } = hardware.state()
    if (world !== knows?.world) wire.send({ type: 'world', world })
    if (faults !== knows?.faults) wire.send({ type: 'faults', faults })
    if (persona !== knows?.persona) wire.send({ type: 'persona', persona })
    knows = { world, faults, persona }
  }

  function told(message: FromDevice): void {
    switch (message.type) {
      case 'running':
        addresses = addressesOf(message)
        tell()
        break
      case 'moved':
        addresses = addressesOf(message)
        break
      case 'https':
        addresses = { ...addresses, https: message.https }
        break
      case 'display':
      case 'identify':
      case 'sound':
      case 'speaker':
        front = frontAfter(front, message)
        break
      case 'clock':
        hardware.change({ clockOffset: message.offset })
        break
      case 'happened':
        log.add(message.happening)
        break
      case 'faultUsed':
        faults = message.faults
        knows = { world: hardware.state().world, persona, ...knows, faults }
        break
      case 'hello':
      case 'restart':
      case 'done':
        return
    }
    changed()
  }

  function powerEvent(event: PowerEvent): void {
    if (event.type !== 'running') front = UNLIT
    switch (event.type) {
      case 'on':
        return happened('powerOn')
      case 'off':
        return happened('powerOff')
      case 'running':
        return happened('running', { milliseconds: event.milliseconds })
      case 'restart':
        return happened('restart')
      case 'bitten':
        return happened('notAnswering')
      case 'crashed':
        return happened('crashed', { how: String(event.ending.signal ?? event.ending.code ?? '?') })
      case 'failed':
        return happened('failed', { seconds: event.pauseMs / 1000 })
    }
  }

  const power = createPower({
    start: (received) =>
      startDevice({ entry: parts.deviceEntry, plugged, log: parts.log, time, told: received }),
    watchdog: createWatchdog(parts.bootSeconds, time),
    time,
    happened: powerEvent,
    told,
  })

  const snapshots = openSnapshots({
    dataFolder: parts.dataFolder,
    power,
    kept: () => ({ hardware: hardware.state(), faults, persona }),
    put(kept) {
      hardware.change(kept.hardware)
      faults = kept.faults
      persona = kept.persona ?? 'own'
      knows = undefined
      tell()
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

  return {
    state: () => ({
      product: product.number,
      plate: product.plate,
      category: categoryOf(product.brand.type),
      loudspeaker: product.audio?.output ?? false,
      serial: serialInUse,
      power: power.isOn(),
      device: power.state(),
      addresses: { ...addresses, bench: parts.bench },
      world: hardware.state().world,
      display: front.display,
      identifying: front.identifying,
      sound: heard(front),
      speaker: front.speaker,
      snapshots: snapshots.names(),
      faults,
      persona,
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
      }
      hardware.change({ world })
      tell()
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
      const wire = power.wire()
      if (!wire) throw new Refusal('conflict', 'The device does not run.')
      await wire.ask({ type: 'speaker', calibrated }, ADVANCE_LIMIT)
    },
    soundFile: () => front.sound?.file,
    press(key) {
      const { callButton, keypad } = product.plate
      if (!(key === 'callButton' ? callButton : keypad)) {
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
      tell()
      happened('faults', { count: faults.length })
    },
    setPersona(given) {
      persona = given
      tell()
      happened('persona', { persona })
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
