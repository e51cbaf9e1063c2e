import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { Refusal } from '@lintel/contract/fault'
import { isIPv4 } from '@lintel/contract/rules/address'
import type { Engine } from '../engine.ts'
import type { Network } from '../network/network.ts'

/** Whether anything answers at an address. */
export interface Ping extends Engine {
  /**
   * @throws Refusal `invalid` for what no device can have as its address, `tooMany` while enough
   * others wait; the signal's reason when it is aborted
   */
  answers(address: string, signal: AbortSignal): Promise<boolean>
  /** How the last one was done; undefined before the first. */
  way(): 'ping' | 'probe' | undefined
}

interface PingParts {
  network: { place: () => Pick<ReturnType<Network['place']>, 'address'> }
}

/** As many as may wait at once. Own design. */
export const PINGS_MAX = 4
/** Milliseconds within which an answer has to come: of the host's time, as everything on its network. */
const PATIENCE = 1000
/** Milliseconds after which the program itself counts as hung. */
const PROGRAM_LIMIT = 5000

/**
 * What is tried where the program is missing or not allowed: a refused connection, too, says that
 * somebody is there. The last one is where `traceroute` begins, which hardly anybody listens on.
 */
const TCP_PORTS = [80, 443]
const UDP_PORT = 33_434

/**
 * Asks by the system's `ping`, else by opening connections.
 * @param options.program in place of the system's; for tests
 */
export function openPing({ network }: PingParts, { program = 'ping' } = {}): Ping {
  let waiting = 0
  let last: ReturnType<Ping['way']>

  async function ask(address: string, signal: AbortSignal): Promise<boolean> {
    const told = await byProgram(program, address, signal)
    signal.throwIfAborted()
    last = told === undefined ? 'probe' : 'ping'
    return told ?? byProbe(address, signal)
  }

  return {
    async answers(address, signal) {
      if (!isIPv4(address) || !isForOne(address)) {
        throw new Refusal('invalid', 'The address is not the IPv4 address of one device.')
      }
      signal.throwIfAborted()
      if (network.place().address === address) return true
      if (waiting >= PINGS_MAX) throw new Refusal('tooMany', 'Too many addresses are being tested.')
      waiting += 1
      try {
        return await ask(address, signal)
      } finally {
        waiting -= 1
      }
    },
    way: () => last,
  }
}

/** Not the network 0, not multicast, reserved or broadcast (RFC 1122 §3.2.1.3). */
function isForOne(address: string): boolean {
  const first = Number(address.split('.')[0])
  return first > 0 && first < 224
}

/** One echo request (RFC 792); undefined when the program could not send it. */
function byProgram(
  program: string,
  address: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const patience = process.platform === 'darwin' ? ['-t', '1'] : ['-W', '1']
  return new Promise((resolve) => {
    const options = {
      signal,
      timeout: PROGRAM_LIMIT,
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    }
    execFile(program, ['-n', '-c', '1', ...patience, address], options, (error, output) => {
      // Whoever sent it says so in the end; how it went is in the exit code.
      resolve(/\d packets transmitted/.test(output) ? error === null : undefined)
    })
  })
}

/** Whether anything there takes or refuses a connection in time. */
function byProbe(address: string, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    const limit = AbortSignal.timeout(PATIENCE)
    const finish = (answered: boolean) => {
      over.abort()
      if (signal.aborted) reject(signal.reason as Error)
      else resolve(answered)
    }
    signal.addEventListener('abort', () => finish(false), { once: true, signal: over.signal })
    limit.addEventListener('abort', () => finish(false), { once: true, signal: over.signal })
    const heard = () => finish(true)
    for (const port of TCP_PORTS) tryTcp(address, port, over.signal, heard)
    tryUdp(address, UDP_PORT, over.signal, heard)
  })
}

const isRefused = (error: NodeJS.ErrnoException) =>
  error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET'

function tryTcp(address: string, port: number, over: AbortSignal, heard: () => void): void {
  const socket = connect({ host: address, port })
  over.addEventListener('abort', () => socket.destroy(), { once: true })
  socket.once('connect', heard)
  socket.on('error', (error) => {
    if (isRefused(error)) heard()
  })
}

/** A connected socket is told when the port is closed (RFC 1122 §4.1.3.3). */
function tryUdp(address: string, port: number, over: AbortSignal, heard: () => void): void {
  const socket = createSocket('udp4')
  over.addEventListener('abort', () => socket.close(), { once: true })
  socket.on('error', (error) => {
    if (isRefused(error)) heard()
  })
  socket.connect(port, address, () => {
    if (!over.aborted) socket.send('')
  })
}
