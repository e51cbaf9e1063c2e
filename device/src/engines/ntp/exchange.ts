import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import type { TimeFailure } from '@lintel/contract/calls/time'
import type { Clock } from '../../clock/clock.ts'
import { answerIn, requestWith } from './packet.ts'

/** The result of one request to a server. */
export type Outcome =
  | {
      kind: 'time'
      address: string
      /** Milliseconds that the server is ahead of the device. */
      offset: number
      /** Round-trip time in milliseconds: the offset may be off by half of it. */
      delay: number
      stratum: number
    }
  | { kind: 'failed'; reason: TimeFailure }
  /** The device's clock was set in the meantime, which invalidates the measurement. */
  | { kind: 'moved' }

export interface ServerAddress {
  address: string
  family: number
}

export interface ExchangeParts {
  clock: Clock
  /** 123, except in tests. */
  port: number
  /** Resolves a name to its addresses, best first. Rejects when there are none. */
  resolve: (name: string) => Promise<ServerAddress[]>
}

/** Timeout in milliseconds of a request, including name resolution. */
export const RESPONSE_TIMEOUT = 5000

/** Uses the host's resolver, which also accepts addresses. */
export const resolveByHost: ExchangeParts['resolve'] = (name) =>
  lookup(name, { all: true, order: 'verbatim' })

/**
 * Sends one request to a time server (RFC 4330 §5).
 * @param turn selects one of the name's addresses, round-robin
 * @throws the signal's reason when it is aborted
 */
export async function queryServer(
  server: string,
  turn: number,
  parts: ExchangeParts,
  signal: AbortSignal,
): Promise<Outcome> {
  const { clock, resolve } = parts
  const over = new AbortController()
  const ended = AbortSignal.any([signal, over.signal])
  const offset = clock.offset()
  const late = clock
    .wait(RESPONSE_TIMEOUT, ended)
    .then(() => undefined)
    .catch(() => undefined)
  try {
    const addresses = await Promise.race([resolve(server).catch((): ServerAddress[] => []), late])
    signal.throwIfAborted()
    const address = addresses?.[turn % addresses.length]
    const outcome = address ? await exchange(address, parts, late) : nameless
    signal.throwIfAborted()
    return clock.offset() === offset ? outcome : { kind: 'moved' }
  } finally {
    over.abort()
  }
}

const failed = (reason: TimeFailure): Outcome => ({ kind: 'failed', reason })
const nameless = failed('noName')

/** Sends one request and waits for its response. */
function exchange(
  { address, family }: ServerAddress,
  { clock, port }: ExchangeParts,
  late: Promise<unknown>,
): Promise<Outcome> {
  return new Promise((settle) => {
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
    const nonce = randomBytes(8).readBigUInt64BE()
    let strays = 0
    let open = true
    // The round trip is measured by the monotonic clock, which can't be set.
    let request = { now: 0, monotonic: 0 }

    function end(outcome: Outcome): void {
      if (!open) return
      open = false
      socket.close()
      settle(outcome)
    }

    socket.on('error', (cause: NodeJS.ErrnoException) => {
      end(failed(cause.code === 'ECONNREFUSED' ? 'noService' : 'noRoute'))
    })
    socket.on('connect', () => {
      request = { now: clock.now(), monotonic: clock.monotonic() }
      socket.send(requestWith(nonce))
    })
    socket.on('message', (packet) => {
      const receivedAt = request.now + clock.monotonic() - request.monotonic
      const answer = answerIn(packet, nonce)
      if (answer.kind === 'stray') strays += 1
      else if (answer.kind !== 'time') end(failed(reasonOf(answer)))
      else end(measured(address, request.now, receivedAt, answer))
    })
    // A connected socket receives from this server only, and reports a closed port at once.
    socket.connect(port, address)
    void late.then(() => end(failed(strays > 0 ? 'invalid' : 'noAnswer')))
  })
}

type Unusable = Exclude<ReturnType<typeof answerIn>, { kind: 'time' | 'stray' }>

function reasonOf(answer: Unusable): TimeFailure {
  if (answer.kind !== 'kiss') return answer.kind
  if (answer.code === 'RATE') return 'tooOften'
  return answer.code === 'DENY' || answer.code === 'RSTR' ? 'denied' : 'unsynchronised'
}

/** Years that the device's clock supports. */
const [EARLIEST, LATEST] = [Date.UTC(1970), Date.UTC(2070)]

/**
 * Computes offset and delay from the four timestamps (RFC 4330 §5). The delay may be negative by up
 * to a millisecond, because clocks run at different speeds.
 */
function measured(
  address: string,
  sentAt: number,
  receivedAt: number,
  { received, sent, stratum }: { received: number; sent: number; stratum: number },
): Outcome {
  const delay = receivedAt - sentAt - (sent - received)
  const offset = (received - sentAt + (sent - receivedAt)) / 2
  const shows = receivedAt + offset
  if (delay < -1 || shows < EARLIEST || shows >= LATEST) return failed('invalid')
  return { kind: 'time', address, offset, delay: Math.max(delay, 0), stratum }
}
