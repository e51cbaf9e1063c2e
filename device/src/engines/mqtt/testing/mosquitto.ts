/** A real broker for tests: Debian's mosquitto, with a configuration of its own, and its clients. */
import { execFile, spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { freePort } from '../../sip/testing/sip-rig.ts'

const run = promisify(execFile)

/** Debian has the broker where users don't look. */
const env = { ...process.env, PATH: `${process.env['PATH'] ?? ''}${delimiter}/usr/sbin` }

/** Whether the broker and its clients are installed. */
export const HAS_MOSQUITTO = [
  'mosquitto',
  'mosquitto_sub',
  'mosquitto_pub',
  'mosquitto_passwd',
].every((program) => !spawnSync(program, ['--help'], { env }).error)

export interface Received {
  topic: string
  payload: string
  bytes: Buffer
  qos: number
  /** Whether it was published as a retained one. */
  retained: boolean
}

export interface Subscriber {
  /** All messages so far, in order. */
  readonly received: readonly Received[]
  /** Those of a topic. */
  of(topic: string): Received[]
  close(): void
}

export interface Mosquitto {
  port: number
  /** Its folder, for files that its configuration names. */
  folder: string
  start(): Promise<void>
  /** Ends it at once; what it retains is lost. */
  kill(): Promise<void>
  /** It no longer answers, but its connections stay. */
  freeze(): void
  thaw(): void
  /** Its log so far. */
  log(): string
  /** Subscribes by `mosquitto_sub`; resolves once it has. */
  subscribe(topic: string): Promise<Subscriber>
  publish(topic: string, payload: string, ...args: string[]): Promise<void>
  close(): Promise<void>
}

interface MosquittoOptions {
  /** Lines of the configuration of its listener. */
  lines?: (folder: string) => readonly string[]
  /** Adds an account for the broker's own clients, and these; nobody else may connect. */
  accounts?: Readonly<Record<string, string>>
  /** Arguments of its own clients. */
  args?: (folder: string) => readonly string[]
  /** Prepares files before it starts. */
  prepare?: (folder: string) => void | Promise<void>
}

const OWN = { user: 'watcher', password: 'watches' }

/** A running broker on 127.0.0.1. */
export async function openMosquitto(options: MosquittoOptions = {}): Promise<Mosquitto> {
  const { lines, accounts, args = () => [], prepare } = options
  const folder = mkdtempSync(join(tmpdir(), 'lintel-mosquitto-'))
  const port = await freePort()
  const passwords = join(folder, 'passwords')
  await prepare?.(folder)
  if (accounts) {
    writeFileSync(passwords, '', { mode: 0o600 })
    for (const [user, password] of Object.entries({ ...accounts, [OWN.user]: OWN.password })) {
      // oxlint-disable-next-line no-await-in-loop -- one file
      await run('mosquitto_passwd', ['-b', passwords, user, password], { env })
    }
  }
  const configuration = [
    `user ${process.env['USER'] ?? 'root'}`,
    'persistence false',
    'log_dest stderr',
    'log_type all',
    `listener ${port} 127.0.0.1`,
    ...(accounts
      ? ['allow_anonymous false', `password_file ${passwords}`]
      : ['allow_anonymous true']),
    ...(lines?.(folder) ?? []),
  ]
  writeFileSync(join(folder, 'mosquitto.conf'), `${configuration.join('\n')}\n`)
  const ownArgs = [
    '-h',
    'localhost',
    '-p',
    String(port),
    '-V',
    'mqttv5',
    ...(accounts ? ['-u', OWN.user, '-P', OWN.password] : []),
    ...args(folder),
  ]
  const subscribers = new Set<ChildProcess>()
  let server: ChildProcess | undefined
  let log = ''
  /** Look at the log when it grows. */
  const lookers = new Set<() => void>()

  async function start(): Promise<void> {
    const child = spawn('mosquitto', ['-c', join(folder, 'mosquitto.conf')], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    server = child
    await new Promise<void>((resolve, reject) => {
      child.once('exit', () => reject(new Error(`mosquitto did not start:\n${log}`)))
      child.stderr.on('data', (chunk: Buffer) => {
        log += chunk.toString()
        if (/mosquitto version \S+ running/.test(log)) resolve()
        for (const look of lookers) look()
      })
    })
  }

  async function kill(): Promise<void> {
    const child = server
    server = undefined
    if (!child || child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    log = ''
  }

  await start()
  return {
    port,
    folder,
    start,
    kill,
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    log: () => log,
    async subscribe(topic) {
      // Its own output is buffered until there is a message.
      const name = `watcher-${subscribers.size}`
      const format = ['-F', 'M %r %q %t %x', '-t', topic, '-q', '2', '--retain-as-published']
      const child = spawn('mosquitto_sub', [...ownArgs, '-i', name, ...format], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      subscribers.add(child)
      const received: Received[] = []
      let errors = ''
      child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
      createInterface(child.stdout).on('line', (line) => {
        const [, retain, qos, at, hex] = /^M (\d) (\d) (.*) ([\da-f]*)$/.exec(line) ?? []
        if (at === undefined || hex === undefined) return
        const bytes = Buffer.from(hex, 'hex')
        received.push({
          topic: at,
          payload: bytes.toString(),
          bytes,
          qos: Number(qos),
          retained: retain === '1',
        })
      })
      await new Promise<void>((resolve, reject) => {
        child.once('exit', () => reject(new Error(`mosquitto_sub ended: ${errors}`)))
        const look = () => {
          if (!log.includes(`Sending SUBACK to ${name}\n`)) return
          lookers.delete(look)
          resolve()
        }
        lookers.add(look)
        look()
      })
      return {
        received,
        of: (wanted) => received.filter((message) => message.topic === wanted),
        close: () => void child.kill('SIGKILL'),
      }
    },
    async publish(topic, payload, ...more) {
      await run('mosquitto_pub', [...ownArgs, '-t', topic, '-m', payload, ...more], { env })
    },
    async close() {
      for (const child of subscribers) child.kill('SIGKILL')
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
