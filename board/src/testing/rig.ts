import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { onTestFinished } from 'vitest'
import { openBench } from '../bench/bench.ts'
import { openBoard } from '../board.ts'
import type { Board } from '../board.ts'
import { openDeviceLog } from '../device-log.ts'
import { openHardware } from '../hardware/hardware.ts'
import type { HardwareState } from '../hardware/hardware.ts'
import { hostTime } from '../host-time.ts'
import type { HostTime } from '../host-time.ts'
import { choosePorts } from '../ports.ts'
import type { Ports } from '../ports.ts'
import { startTexts } from '../texts.ts'
import { tempFolder } from './temp-folder.ts'

export const FAKE_DEVICE = join(import.meta.dirname, 'fake-device.mjs')

/** Characters of the device's log that a failing test shows. */
const LOG_SHOWN = 4_000

const LOOPBACK = '127.0.0.1'
const ANY: Ports = { http: 0, https: 0, bench: 0, sip: 0, snmp: 0, rtsp: 0 }

let rigs = 0
/** Where a rig looks for ports: not among another's, on some of which nothing listens yet. */
const firstPort = () => 20_000 + ((process.pid * 128 + 8 * rigs++) % 12_000)

/** What the fake device reports. */
interface FakeState {
  serial: string
  clockOffset: number
  world: HardwareState['world']
  faults: unknown[]
  pressed: string[]
  text: string
  pid: number
}

export interface Rig {
  board: Board
  folder: string
  ports: Ports
  /** The device's address. */
  http: string
  /** Sends a request to the fake device. */
  device: (path?: string) => Promise<FakeState>
}

/** How the fake device misbehaves from its next start on. */
export function misbehave(how: '' | 'crash'): void {
  process.env['FAKE_DEVICE'] = how
}

/**
 * A board with its power off, with the fake device by default; the end of the test cuts the power.
 */
export async function boardRig(
  deviceEntry = FAKE_DEVICE,
  {
    product = 'A8307-E',
    serial = 'AECC8E000001',
    time = hostTime,
  }: { product?: string; serial?: string; time?: HostTime } = {},
): Promise<Rig> {
  misbehave('')
  const folder = tempFolder()
  const first = firstPort()
  const chosen = await choosePorts({ ports: ANY, address: LOOPBACK, benchAddress: LOOPBACK, first })
  if ('problem' in chosen) throw new Error(chosen.problem.code)
  const { ports } = chosen
  const logFile = join(folder, 'log', 'device.log')
  const log = openDeviceLog(logFile)
  const board = openBoard({
    hardware: openHardware(join(folder, 'board.json'), () => ({
      product,
      serial,
      clockOffset: 0,
      world: PLAIN_WORLD,
    })),
    ports,
    address: LOOPBACK,
    bootSeconds: 0,
    dataFolder: folder,
    checkout: { deviceEntry, consoleFolder: folder, pagesFolder: folder },
    modules: join(import.meta.dirname, '..', '..', '..', 'node_modules'),
    log,
    time,
    bench: `http://${LOOPBACK}:${ports.bench}`,
    cardBytes: 32_000_000,
  })
  onTestFinished(async ({ task }) => {
    await board.power.off()
    log.close()
    if (task.result?.state === 'fail') {
      const lines = readFileSync(logFile, 'utf8').slice(-LOG_SHOWN)
      process.stderr.write(`The device's log:\n${lines}\n`)
    }
  })
  return {
    board,
    folder,
    ports,
    http: `http://${LOOPBACK}:${ports.http}`,
    async device(path = '/') {
      const response = await fetch(`http://${LOOPBACK}:${ports.http}${path}`)
      return (await response.json()) as FakeState
    },
  }
}

/** The same with its bench; returns the bench's address. */
export async function benchRig(token?: string): Promise<Rig & { url: string }> {
  const rig = await boardRig()
  const bench = await openBench({
    board: rig.board,
    address: LOOPBACK,
    port: rig.ports.bench,
    token,
    pageFolder: join(rig.folder, 'page'),
    say: startTexts({}),
    time: hostTime,
  })
  onTestFinished(() => bench.close())
  return { ...rig, url: `http://${LOOPBACK}:${rig.ports.bench}` }
}
