import { execFile } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { Refusal } from '@lintel/contract/fault'
import { deviceAddress } from '@lintel/contract/rules/address'
import type { Engine } from '../engine.ts'
import type { Network } from '../network/network.ts'

/** Checks whether any host answers at an address. */
export interface Ping extends Engine {
  /**
   * @throws Refusal `invalid` if the address can't belong to a host, `tooMany` when too many
   * requests are waiting; the signal's reason when it is aborted
   */
  answers(address: string, signal: AbortSignal): Promise<boolean>
  /** The method used last; undefined before the first request. */
  method(): 'ping' | 'probe' | undefined
}

interface PingParts {
  network: { place: () => Pick<ReturnType<Network['place']>, 'address'> }
}

/** Maximum number of concurrent requests. Own design. */
export const PINGS_MAX = 4
/** Timeout for an answer, in milliseconds of host time, like everything on its network. */
const PATIENCE = 1000
/** Milliseconds after which the program itself counts as hung. */
const PROGRAM_LIMIT = 5000

/**
 * Ports to try where the program is missing or not permitted: even a refused connection proves that
 * a host is there. The UDP port is the first one that `traceroute` uses, which hardly anybody
 * listens on.
 */
const TCP_PORTS = [80, 443]
const UDP_PORT = 33_434

/**
 * Uses the system's `ping`, or else tries to connect.
 * @param options.program replaces the system's program in tests
 */
export function openPing({ network }: PingParts, { program = 'ping' } = {}): Ping {
  let waiting = 0
  let last: ReturnType<Ping['method']>

  async function request(address: string, signal: AbortSignal): Promise<boolean> {
    const answered = await byProgram(program, address, signal)
    signal.throwIfAborted()
    last = answered === undefined ? 'probe' : 'ping'
    return answered ?? byProbe(address, signal)
  }

  return {
    async answers(address, signal) {
      if (deviceAddress(address)) {
        throw new Refusal('invalid', 'The address is not the IPv4 address of one device.')
      }
      signal.throwIfAborted()
      if (network.place().address === address) return true
      if (waiting >= PINGS_MAX) throw new Refusal('tooMany', 'Too many addresses are being tested.')
      waiting += 1
      try {
        return await request(address, signal)
      } finally {
        waiting -= 1
      }
    },
    method: () => last,
  }
}

/** Sends one echo request (RFC 792); undefined when the program couldn't send it. */
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
      // A program that sent the request prints statistics at the end; its exit code is the result.
      resolve(/\d packets transmitted/.test(output) ? error === null : undefined)
    })
  })
}

/** Whether the host accepts or refuses a connection in time. */
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
    const onAnswer = () => finish(true)
    for (const port of TCP_PORTS) tryTcp(address, port, over.signal, onAnswer)
    tryUdp(address, UDP_PORT, over.signal, onAnswer)
  })
}

const isRefused = (error: NodeJS.ErrnoException) =>
  error.code === 'ECONNREFUSED' || error.code === 'ECONNRESET'

function tryTcp(address: string, port: number, over: AbortSignal, onAnswer: () => void): void {
  const socket = connect({ host: address, port })
  over.addEventListener('abort', () => socket.destroy(), { once: true })
  socket.once('connect', onAnswer)
  socket.on('error', (error) => {
    if (isRefused(error)) onAnswer()
  })
}

/** A connected socket gets an error when the port is closed (RFC 1122 §4.1.3.3). */
function tryUdp(address: string, port: number, over: AbortSignal, onAnswer: () => void): void {
  const socket = createSocket('udp4')
  over.addEventListener('abort', () => socket.close(), { once: true })
  socket.on('error', (error) => {
    if (isRefused(error)) onAnswer()
  })
  socket.connect(port, address, () => {
    if (!over.aborted) socket.send('')
  })
}
