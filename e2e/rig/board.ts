/** One board with its device, run from the built bundles, with its own ports and data folder. */
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MAIN = join(import.meta.dirname, '..', '..', 'board', 'dist', 'main.js')

/** The output of `npm start -- --json`. */
export interface Addresses {
  http: string
  https: string
  bench: string
  sip: number
  snmp: number
  board: number
  device: number
}

export interface Board {
  addresses: Addresses
  dataFolder: string
  stop(): Promise<void>
}

export interface BoardOptions {
  product?: string
  /** The address to listen on. */
  bind?: string
  /** A command prefix such as `ip netns exec NAME`. */
  within?: readonly string[]
  flags?: readonly string[]
  /**
   * A data folder that the caller owns; by default a temporary one that is deleted with the board.
   */
  dataFolder?: string
}

const PORTS = ['port', 'https-port', 'bench-port', 'sip-port', 'snmp-port', 'rtsp-port']

/** The first line that a program prints; throws with its complaints if it ends before that. */
export async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout || !child.stderr) throw new Error('The program has no output.')
  const lines = createInterface({ input: child.stdout })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The program did not start.\n${complaints}`)
  })
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string]
  ended.catch(() => {})
  return line
}

/**
 * Starts a board and waits until its device responds.
 * @throws with the board's output when it does not start
 */
export async function startBoard(options: BoardOptions = {}): Promise<Board> {
  const { product = 'A8307-E', bind = '127.0.0.1', within = [], flags = [] } = options
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'lintel-e2e-')))
  const [command = '', ...args] = [
    ...within,
    process.execPath,
    MAIN,
    '--product',
    product,
    '--bind',
    bind,
    '--data',
    dataFolder,
    '--boot-seconds',
    '0',
    '--sd-size',
    '32',
    '--json',
    '--allow-apps',
    ...PORTS.flatMap((port) => [`--${port}`, '0']),
    ...flags,
  ]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const addresses = JSON.parse(await firstLine(child)) as Addresses
  return {
    addresses,
    dataFolder,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
