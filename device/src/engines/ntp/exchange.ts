import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import type { TimeFailure } from '@lintel/contract/calls/time'
import type { Clock } from '../../clock/clock.ts'
import { answerIn, requestWith } from './packet.ts'

/** What came of one question to a server. */
export type Outcome =
  | {
      kind: 'time'
      address: string
      /** Milliseconds that the server is ahead of the device. */
      offset: number
      /** Milliseconds of the way there and back: the offset may be wrong by half of them. */
      delay: number
      stratum: number
    }
  | { kind: 'failed'; reason: TimeFailure }
  /** The device's clock was set meanwhile: what was measured means nothing. */
  | { kind: 'moved' }

export interface Place {
  address: string
  family: number
}

export interface ExchangeParts {
  clock: Clock
  /** 123 but in tests. */
  port: number
  /** The addresses of a name, best first. Rejects when there are none. */
  resolve: (name: string) => Promise<Place[]>
}

/** Milliseconds that a server has for its answer, with the look-up of its name. */
export const ANSWER_WITHIN = 5000

/** Asks the host's resolver, which knows addresses as well as names. */
export const resolveByHost: ExchangeParts['resolve'] = (name) =>
  lookup(name, { all: true, order: 'verbatim' })

/**
 * Asks a time server once (RFC 4330 §5).
 * @param turn of the addresses of a name, which one is asked
 * @throws the signal's reason when it is aborted
 */
export async function askServer(
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
    .wait(ANSWER_WITHIN, ended)
    .then(() => undefined)
    .catch(() => undefined)
  try {
    const places = await Promise.race([resolve(server).catch((): Place[] => []), late])
    signal.throwIfAborted()
    const place = places?.[turn % places.length]
    const outcome = place ? await exchange(place, parts, late) : nameless
    signal.throwIfAborted()
    return clock.offset() === offset ? outcome : { kind: 'moved' }
  } finally {
    over.abort()
  }
}

const failed = (reason: TimeFailure): Outcome => ({ kind: 'failed', reason })
const nameless = failed('noName')

/** One packet there and one back. */
function exchange(
  { address, family }: Place,
  { clock, port }: ExchangeParts,
  late: Promise<unknown>,
): Promise<Outcome> {
  return new Promise((settle) => {
    const socket = createSocket(family === 6 ? 'udp6' : 'udp4')
    const nonce = randomBytes(8).readBigUInt64BE()
    let strays = 0
    let open = true
    // The way there and back is measured by the clock that nothing sets.
    let asked = { now: 0, monotonic: 0 }

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
      asked = { now: clock.now(), monotonic: clock.monotonic() }
      socket.send(requestWith(nonce))
    })
    socket.on('message', (packet) => {
      const back = asked.now + clock.monotonic() - asked.monotonic
      const answer = answerIn(packet, nonce)
      if (answer.kind === 'stray') strays += 1
      else if (answer.kind !== 'time') end(failed(reasonOf(answer)))
      else end(measured(address, asked.now, back, answer))
    })
    // Connected, it hears nobody else, and a port without a server is told at once.
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

/** Years that the device's clock can show. */
const [EARLIEST, LATEST] = [Date.UTC(1970), Date.UTC(2070)]

/** Offset and delay from the four times (RFC 4330 §5). Clocks that run at different speeds may lose a millisecond. */
function measured(
  address: string,
  asked: number,
  back: number,
  { received, sent, stratum }: { received: number; sent: number; stratum: number },
): Outcome {
  const delay = back - asked - (sent - received)
  const offset = (received - asked + (sent - back)) / 2
  const shows = back + offset
  if (delay < -1 || shows < EARLIEST || shows >= LATEST) return failed('invalid')
  return { kind: 'time', address, offset, delay: Math.max(delay, 0), stratum }
}
