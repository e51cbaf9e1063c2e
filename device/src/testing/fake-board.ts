import { execFileSync, fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { FromDevice, Plugged, ToDevice } from '@lintel/contract/wire'
import { CHECKOUT, PLUGGED } from './plugged.ts'

/** Builds the device if its sources have changed, like the commands do. */
export function buildDevice(): void {
  execFileSync(process.execPath, [join(CHECKOUT, 'tools', 'build.mjs'), 'device'])
}

type Received<T extends FromDevice['type']> = Extract<FromDevice, { type: T }>

/** A device's process with a board that only records its messages. */
export interface FakeBoard {
  child: ChildProcess
  /** `performance.now()` at the start of the process. */
  startedAt: number
  messages: FromDevice[]
  send(message: ToDevice): void
  /** The first message of this type, past or future; rejects if the device exits first. */
  waitFor<T extends FromDevice['type']>(
    type: T,
    fits?: (message: Received<T>) => boolean,
  ): Promise<Received<T>>
  ended: Promise<{ code: number | null; signal: string | null; output: string }>
}

/** Starts the built device in a folder and connects it. */
export function plugIn(dataFolder: string, overrides: Partial<Plugged> = {}): FakeBoard {
  const startedAt = performance.now()
  const child = fork(join(CHECKOUT, 'device', 'dist', 'main.js'), [], {
    serialization: 'json',
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const messages: FromDevice[] = []
  const waiting = new Set<() => void>()
  let output = ''
  let over = false
  const streams = [child.stdout, child.stderr].filter((stream) => stream !== null)
  for (const stream of streams) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  }
  const wake = () => {
    for (const check of Array.from(waiting)) check()
  }
  child.on('message', (raw) => {
    const message = raw as FromDevice
    messages.push(message)
    if (message.type === 'hello') {
      const logFile = join(dataFolder, 'device.log')
      send({ type: 'plugged', plugged: { ...PLUGGED, dataFolder, logFile, ...overrides } })
    }
    wake()
  })
  // Not the child's `close`, which is never emitted once this end of the channel was closed first.
  const ended: FakeBoard['ended'] = Promise.all([
    once(child, 'exit') as Promise<[number | null, string | null]>,
    ...streams.map((stream) => once(stream, 'close')),
  ]).then(([[code, signal]]) => {
    over = true
    wake()
    return { code, signal, output }
  })

  function send(message: ToDevice): void {
    child.send(message)
  }

  function waitFor<T extends FromDevice['type']>(
    type: T,
    fits: (message: Received<T>) => boolean = () => true,
  ) {
    return new Promise<Received<T>>((resolve, reject) => {
      const check = () => {
        const match = messages.find(
          (message) => message.type === type && fits(message as Received<T>),
        )
        if (!match && !over) return
        waiting.delete(check)
        if (match) resolve(match as Received<T>)
        else reject(new Error(`The device exited before sending ${type}.\n${output}`))
      }
      waiting.add(check)
      check()
    })
  }

  return { child, startedAt, messages, send, waitFor, ended }
}
