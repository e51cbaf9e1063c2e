/** One board with its device, from the built bundles, on ports and in a folder of their own. */
import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const MAIN = join(import.meta.dirname, '..', '..', 'board', 'dist', 'main.js')

/** What `npm start -- --json` prints. */
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
  /** Address to listen on. */
  bind?: string
  /** A command that starts the command after it, such as `ip netns exec NAME`. */
  within?: readonly string[]
  flags?: readonly string[]
  /** Kept by the caller; without, a new one that goes with the board. */
  dataFolder?: string
}

const PORTS = ['port', 'https-port', 'bench-port', 'sip-port', 'snmp-port']

async function firstLine(child: ChildProcess): Promise<string> {
  if (!child.stdout || !child.stderr) throw new Error('The board has no output.')
  const lines = createInterface({ input: child.stdout })
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const ended = once(child, 'exit').then(() => {
    throw new Error(`The board did not start.\n${complaints}`)
  })
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string]
  ended.catch(() => {})
  return line
}

/**
 * Starts a board and waits until its device answers.
 * @throws with what the board said when it does not start.
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
    '--json',
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
