import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Refusal } from '@lintel/contract/fault'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { urlOf } from './addresses.ts'
import { openBench } from './bench/bench.ts'
import { openBoard } from './board.ts'
import type { Board } from './board.ts'
import { PORT_FLAGS, UsageProblem } from './command-line.ts'
import type { Options } from './command-line.ts'
import { openDeviceLog } from './device-log.ts'
import type { DeviceLog } from './device-log.ts'
import { openHardware } from './hardware/hardware.ts'
import type { Hardware } from './hardware/hardware.ts'
import { makeSerial } from './hardware/serial.ts'
import { HOST_PLAYERS, openHostSpeaker } from './host-speaker.ts'
import { hostTime } from './host-time.ts'
import { endLeftOver, LeftOverDevice } from './left-over.ts'
import { FolderInUse, lockFolder } from './lock.ts'
import { choosePorts } from './ports.ts'
import type { PortProblem, Ports } from './ports.ts'
import { DamagedRecord } from './slots/record.ts'
import { trustCheckout } from './slots/trusted-keys.ts'
import type { Say, StartText } from './texts.ts'

/** A path in the checkout; source and bundle are equally deep in it. */
const inCheckout = (path: string): string =>
  fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Where devices keep their state: in the checkout, or where the installed package says. */
const dataRoot = (): string => process.env['LINTEL_DATA'] ?? inCheckout('.data')

/** The folder of the native modules, which an installed package finds next to itself. */
const nativeModules = (): string => {
  const folders = createRequire(import.meta.url).resolve.paths('libsql') ?? []
  return folders.find((folder) => existsSync(join(folder, 'libsql'))) ?? inCheckout('node_modules')
}

export interface Started {
  board: Board
  ports: Ports
  /** Runs `fn` once, when the device answers for the first time. */
  firstRun(fn: () => void): void
  /** Stops the device cleanly, then the bench. */
  stop(): Promise<void>
  /** Kills the device. */
  kill(): void
}

/**
 * Assembles the board and switches it on.
 * @throws UsageProblem when flags, ports or folders prevent that
 */
export async function startUp(options: Options, say: Say): Promise<Started> {
  const deviceEntry = resolve(options.deviceEntry ?? inCheckout('device/dist/main.js'))
  if (!existsSync(deviceEntry)) throw new UsageProblem('start.notBuilt', { file: deviceEntry })
  const folder = resolve(options.data ?? join(dataRoot(), options.product))
  const unlock = lock(folder)
  try {
    const leftOver = await endLeftOver(folder, hostTime)
    const isNew = !existsSync(boardFile(folder))
    const hardware = hardwareIn(folder, options)
    const ports = await portsFor(options)
    trustCheckout(folder, inCheckout('.firmware/signing-key.pub.pem'))
    const logFile = join(folder, 'log', 'device.log')
    const log = logIn(logFile)
    if (leftOver !== undefined) {
      const at = hostTime.now() + hardware.state().clockOffset
      log.note(at, 'error', 'killed a device that its board had left over', { pid: leftOver })
    }
    const board = openBoard({
      hardware,
      ports,
      address: options.bind,
      bootSeconds: options.bootSeconds,
      dataFolder: folder,
      allowApps: options.allowApps,
      checkout: {
        deviceEntry,
        consoleFolder: inCheckout('console/dist'),
        pagesFolder: inCheckout('device-pages/dist'),
      },
      modules: nativeModules(),
      log,
      time: hostTime,
      bench: urlOf('http', options.benchBind, ports.bench),
      cardBytes: options.sdSize * 1_000_000,
    })
    if (isNew) await insertFirstCard(board)
    const bench = await openBench({
      board,
      address: options.benchBind,
      port: ports.bench,
      token: options.benchToken,
      pageFolder: inCheckout('board/dist-page'),
      say,
      time: hostTime,
    })
    const closeSpeaker = options.play ? playHere(board, say) : undefined
    board.power.on().catch((error: unknown) => {
      // A device that was switched off or does not start, which the watchdog retries.
      if (!(error instanceof Refusal)) throw error
      const state = board.power.state()
      if (state === 'failed') process.stderr.write(`${say('start.slow', { log: logFile })}\n`)
      if (state === 'lost') {
        const { bench: url } = board.state().addresses
        process.stderr.write(`${say('start.stateLost', { bench: url, log: logFile })}\n`)
      }
    })
    return {
      board,
      ports,
      firstRun: (fn) => onFirstRun(board, fn),
      async stop() {
        closeSpeaker?.()
        await board.power.stop()
        await bench.close()
        log.close()
        unlock()
      },
      kill() {
        closeSpeaker?.()
        void board.power.off()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    if (error instanceof DamagedRecord) {
      throw new UsageProblem('start.damaged', { file: error.file })
    }
    if (error instanceof LeftOverDevice) {
      throw new UsageProblem('start.leftOver', { pid: error.pid, folder })
    }
    throw error
  }
}

/** Plays the device's sound with a program of this computer, or says why not. */
function playHere(board: Board, say: Say): (() => void) | undefined {
  const speaker = openHostSpeaker(board.sound, {
    path: process.env['PATH'] ?? '',
    onEnd: (program) => process.stderr.write(`${say('start.playerEnded', { program })}\n`),
  })
  if (!speaker) {
    const programs = HOST_PLAYERS.join(', ')
    process.stderr.write(`${say('start.noPlayer', { programs })}\n`)
  }
  return speaker && (() => speaker.close())
}

function logIn(file: string): DeviceLog {
  try {
    return openDeviceLog(file)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    throw new UsageProblem('start.logFailed', { file, code })
  }
}

function onFirstRun(board: Board, fn: () => void): void {
  const unsubscribe = board.subscribe(() => {
    if (board.power.state() !== 'running') return
    unsubscribe()
    fn()
  })
}

function lock(folder: string): () => void {
  try {
    return lockFolder(folder)
  } catch (error) {
    if (error instanceof FolderInUse) {
      throw new UsageProblem('start.folderInUse', { pid: error.pid, folder })
    }
    const { code = '' } = error as NodeJS.ErrnoException
    throw new UsageProblem('start.folderFailed', { folder, code })
  }
}

const boardFile = (folder: string): string => join(folder, 'board.json')

/** A new device comes with a card; unformatted where there is no program to format it. */
async function insertFirstCard(board: Board): Promise<void> {
  if (board.state().sdCard === null) return
  await board.insertSdCard('ext4').catch(() => board.insertSdCard('blank'))
}

/** The hardware in the data folder: made at the first boot, the same from then on. */
function hardwareIn(folder: string, options: Options): Hardware {
  const file = boardFile(folder)
  const hardware = readOrMake(file, options)
  const { product, serial } = hardware.state()
  if (product !== options.product) {
    throw new UsageProblem('start.otherProduct', { folder, product })
  }
  if (options.serial !== undefined && options.serial !== serial) {
    throw new UsageProblem('start.otherSerial', { folder, serial })
  }
  return hardware
}

function readOrMake(file: string, { product, serial }: Options): Hardware {
  try {
    return openHardware(file, () => ({
      product,
      serial: serial ?? makeSerial(),
      clockOffset: 0,
      world: PLAIN_WORLD,
    }))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== undefined) {
      throw new UsageProblem('start.folderFailed', { folder: dirname(file), code })
    }
    throw new UsageProblem('start.damaged', { file })
  }
}

async function portsFor(options: Options): Promise<Ports> {
  const { ports, bind: address, benchBind: benchAddress } = options
  const chosen = await choosePorts({ ports, address, benchAddress })
  if ('ports' in chosen) return chosen.ports
  throw portProblem(chosen.problem, options)
}

const PORT_TEXTS: Record<string, StartText> = {
  same: 'start.portSame',
  EADDRINUSE: 'start.portInUse',
  EACCES: 'start.portForbidden',
}

function portProblem({ port, number, code }: PortProblem, options: Options): UsageProblem {
  if (code === 'EADDRNOTAVAIL') {
    const [flag, address] =
      port === 'bench' ? ['--bench-bind', options.benchBind] : ['--bind', options.bind]
    return new UsageProblem('start.notOurAddress', { address, flag })
  }
  const text = PORT_TEXTS[code] ?? 'start.portFailed'
  return new UsageProblem(text, { port: number, flag: PORT_FLAGS[port], code })
}
