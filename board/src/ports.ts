import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'

/** The device's ports. */
export interface Ports {
  http: number
  https: number
  bench: number
  sip: number
  snmp: number
  rtsp: number
}

/** Why a port is unavailable. */
export interface PortProblem {
  port: keyof Ports
  number: number
  /** `same`: another flag has it too; else the system's code, such as `EADDRINUSE`. */
  code: string
}

/**
 * Where the search for free ports begins: below the range for outgoing connections, which could
 * take a port while the device is without power.
 */
const FIRST = 20_000
const RANGE = 12_000
/** Each process starts at another place, so that boards started together don't collide. */
const STRIDE = 8
/** Unless it is told another one, the device has SIP over TLS on the port after SIP's. */
const SIP_TLS = 1

/** The system's error code for listening there; undefined when it works. TCP. */
function tryTcp(port: number, address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? 'unknown')
    })
    server.listen({ port, host: address, exclusive: true }, () => {
      server.close(() => {
        resolve(undefined)
      })
    })
  })
}

function tryUdp(port: number, address: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
    socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? 'unknown')
    })
    socket.bind({ port, address, exclusive: true }, () => {
      socket.close(() => {
        resolve(undefined)
      })
    })
  })
}

const NAMES = ['http', 'https', 'bench', 'sip', 'snmp', 'rtsp'] as const

export interface PortOptions {
  /** 0: any free port. */
  ports: Ports
  /** Address of the device. */
  address: string
  benchAddress: string
  /** Where the search for free ports begins; by default it depends on the process. */
  first?: number
}

/**
 * Resolves the requested ports: a 0 becomes a free port, others are tested. SIP only has to differ
 * from the others, because nothing listens there yet. A busy port of SNMP or RTSP does not prevent
 * the start: the device reports it and runs without.
 */
export async function choosePorts(
  options: PortOptions,
): Promise<{ ports: Ports } | { problem: PortProblem }> {
  const ports = { ...options.ports }
  const taken = new Set<number>()
  for (const name of NAMES) {
    const number = ports[name]
    if (number === 0) continue
    if (taken.has(number)) return { problem: { port: name, number, code: 'same' } }
    taken.add(number)
    if (name === 'sip' || name === 'snmp' || name === 'rtsp') continue
    const code = await tryTcp(number, name === 'bench' ? options.benchAddress : options.address)
    if (code !== undefined) return { problem: { port: name, number, code } }
  }
  let next = options.first ?? FIRST + ((process.pid * STRIDE) % RANGE)
  /** A free port, or the system's error code. */
  const free = async (name: keyof Ports): Promise<number | string> => {
    const address = name === 'bench' ? options.benchAddress : options.address
    let code: string | undefined
    for (let tried = 0; tried < RANGE; tried += 1) {
      const number = next
      next = FIRST + ((next + 1 - FIRST) % RANGE)
      if (taken.has(number) || (name === 'sip' && taken.has(number + SIP_TLS))) continue
      code = await tryTcp(number, address)
      if (code === undefined && (name === 'sip' || name === 'snmp')) {
        code = await tryUdp(number, address)
      }
      if (code === undefined && name === 'sip') code = await tryTcp(number + SIP_TLS, address)
      if (code === undefined) return number
      // Another port would not help if the address is not this computer's.
      if (code !== 'EADDRINUSE' && code !== 'EACCES') break
    }
    return code ?? 'EADDRINUSE'
  }
  for (const name of NAMES) {
    if (ports[name] !== 0) continue
    const port = await free(name)
    if (typeof port === 'string') return { problem: { port: name, number: 0, code: port } }
    ports[name] = port
    taken.add(port)
    if (name === 'sip') taken.add(port + SIP_TLS)
  }
  return { ports }
}
