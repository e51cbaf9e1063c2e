import { createSocket } from 'node:dgram'
import type { Socket } from 'node:dgram'
import { EventEmitter, once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { classes, methods } from 'werift-ice/lib/ice-server/src/stun/const.js'
import { Message, parseMessage } from 'werift-ice/lib/ice-server/src/stun/message.js'
import { startClock } from '../../clock/clock.ts'
import { openLog } from '../../log.ts'
import { openDesk } from './desk.ts'
import { openMedia } from './media.ts'
import type { ToWorker } from './orders.ts'
import { UNTREATED } from './types.ts'
import type { MediaAgreement, MediaEngine, MediaSession, MediaStatistics } from './types.ts'

/** The worker's code in this thread, with its real sockets. */
class HomeWorker extends EventEmitter {
  ended = false
  orders: ToWorker[] = []
  private readonly desk = openDesk((message) => this.emit('message', structuredClone(message)))
  postMessage(order: ToWorker): void {
    this.orders.push(order)
    this.desk.order(structuredClone(order))
  }
  terminate(): Promise<number> {
    this.ended = true
    this.desk.close()
    this.emit('exit', 1)
    return Promise.resolve(1)
  }
}

let clock: ReturnType<typeof startClock>
let workers: HomeWorker[]
let media: MediaEngine
let logged: string[]

beforeEach(() => {
  workers = []
  logged = []
  clock = startClock({ host: { now: () => 0, monotonic: () => 0 } })
  media = openMedia({
    clock,
    log: openLog('error', () => 0, { write: (line) => void logged.push(line) }),
    startWorker() {
      const worker = new HomeWorker()
      workers.push(worker)
      return worker as unknown as Worker
    },
  })
})

afterEach(() => media.close())

const agreementWith = ({ port }: { port: number }): MediaAgreement => ({
  remote: { address: '127.0.0.1', port },
  codec: 'G.722',
  payloadType: 9,
  dtmfPayloadType: 101,
  direction: 'sendrecv',
  srtp: undefined,
  remoteRtcp: undefined,
  relayed: false,
  ice: undefined,
})

const open = (startPort = 41_000): Promise<MediaSession> => media.open(startPort, '127.0.0.1')

test('two calls over real sockets hear each other’s tone and keys', async () => {
  const [one, other] = await Promise.all([open(), open()])
  expect(one.port % 2).toBe(0)
  expect(other.port % 2).toBe(0)
  expect(other.port).not.toBe(one.port)
  const heard = new Promise<MediaStatistics>((resolve) => {
    other.onStatistics((statistics) => {
      if (statistics.heard > -12) resolve(statistics)
    })
  })
  const digit = new Promise((resolve) => other.onDigit(resolve))
  one.agree(agreementWith(other))
  other.agree(agreementWith(one))
  one.speak({ kind: 'tone', hertz: 500, level: -10 })
  expect(await heard).toMatchObject({ lost: 0, rejected: 0 })
  one.press('#')
  expect(await digit).toBe('#')
})

test('what is heard arrives while somebody listens, in calls that began before and after', async () => {
  const [one, other] = await Promise.all([open(), open()])
  one.agree(agreementWith(other))
  other.agree(agreementWith(one))
  one.speak({ kind: 'tone', hertz: 500, level: -10 })
  let stop = () => {}
  const first = await new Promise<[Int16Array, number]>((resolve) => {
    stop = media.onHeard((_, samples, rate) => {
      if (samples.some((sample) => sample > 8000)) resolve([samples, rate])
    })
  })
  expect(first[1]).toBe(16_000)
  stop()
  const orders = workers[0]?.orders ?? []
  expect(orders.filter(({ type }) => type === 'listen')).toEqual([
    { type: 'listen', on: true },
    { type: 'listen', on: false },
  ])
})

test('a call gets the gain that was set before it began', async () => {
  media.setSound({ ...UNTREATED, inputFactor: 0.1 })
  const session = await open()
  const spoken = new Promise<number>((resolve) => {
    session.onStatistics((statistics) => {
      if (statistics.spoken > -Infinity) resolve(statistics.spoken)
    })
  })
  session.speak({ kind: 'tone', hertz: 500, level: -10 })
  session.agree(agreementWith({ port: 9 }))
  expect(Math.round(await spoken)).toBe(-30)
})

test('nothing is heard of a call that has ended', async () => {
  const session = await open()
  const heard: number[] = []
  const stop = media.onHeard((call) => void heard.push(call))
  const tell = (id: number) =>
    workers[0]?.emit('message', {
      type: 'heard',
      sessions: [{ id, samples: new Int16Array(1), rate: 8000 }],
    })
  const opened = workers[0]?.orders.find(({ type }) => type === 'open')
  const id = opened && 'id' in opened ? opened.id : 0
  tell(id)
  session.close()
  tell(id)
  stop()
  expect(heard).toEqual([id])
})

test('how calls are treated counts for all of them, also in a new worker', async () => {
  media.setSound({ ...UNTREATED, inputFactor: 0.5 })
  const session = await open()
  const stop = media.onHeard(() => {})
  const sound = { type: 'sound', sound: { ...UNTREATED, inputFactor: 0.5 } }
  expect(workers[0]?.orders[0]).toEqual(sound)
  await workers[0]?.terminate()
  await clock.advance(1000)
  expect(workers[1]?.orders.slice(0, 2)).toEqual([sound, { type: 'listen', on: true }])
  stop()
  session.close()
})

test('a session takes the first even port of a free pair', async () => {
  const start = (await open()).port
  const taken = createSocket('udp4')
  // The port of the reports of the next pair.
  taken.bind(start + 3, '127.0.0.1')
  await once(taken, 'listening')
  const next = await media.open(start + 1, '127.0.0.1')
  expect(next.port).toBeGreaterThanOrEqual(start + 4)
  expect(next.port % 2).toBe(0)
  taken.close()
})

test('no port, or an address of another host, is an error, and nothing stays open', async () => {
  await expect(media.open(65_536, '127.0.0.1')).rejects.toThrow('No free RTP port')
  await expect(media.open(41_000, '192.0.2.77')).rejects.toThrow('EADDRNOTAVAIL')
  await clock.advance(10_000)
  expect(workers.map(({ ended }) => ended)).toEqual([true])
})

test('the worker runs from the first session until a while after the last', async () => {
  expect(workers).toHaveLength(0)
  const first = await open()
  const second = await open()
  first.close()
  await clock.advance(60_000)
  expect(workers.map(({ ended }) => ended)).toEqual([false])
  second.close()
  await clock.advance(9000)
  const third = await open()
  await clock.advance(60_000)
  expect(workers.map(({ ended }) => ended)).toEqual([false])
  third.close()
  await clock.advance(10_000)
  expect(workers.map(({ ended }) => ended)).toEqual([true])
})

test('a failed worker is restarted, and calls go on at their ports', async () => {
  const session = await open()
  session.agree(agreementWith({ port: 9 }))
  session.speak({ kind: 'tone', hertz: 440, level: -10 })
  const [failed] = workers
  failed?.emit('error', new Error('out of memory'))
  await failed?.terminate()
  await clock.advance(1000)
  const next = workers[1]
  if (!next) throw new Error('not restarted')
  await once(next, 'message')
  expect(next.orders.map(({ type }) => type)).toEqual(['open', 'agree', 'speak'])
  expect(next.orders[0]).toMatchObject({ startPort: session.port })
})

test('a call whose port is taken while the worker restarts goes on without audio, which is logged', async () => {
  const session = await open(65_534)
  await workers[0]?.terminate()
  const taken = createSocket('udp4').bind(session.port, '127.0.0.1')
  await once(taken, 'listening')
  await clock.advance(1000)
  await vi.waitFor(() => expect(logged.join('')).toContain('the audio of a call was not restored'))
  expect(logged.join('')).toContain('No free RTP port from 65534 on')
  taken.close()
})

test('a call without an address, or with an impossible one, harms no other', async () => {
  const [one, other, held, far] = await Promise.all([open(), open(), open(), open()])
  held.agree({ ...agreementWith(one), remote: { address: '0.0.0.0', port: 0 } })
  far.agree({ ...agreementWith(one), remote: { address: 'no address', port: 65_535 } })
  one.agree(agreementWith(other))
  other.agree(agreementWith(one))
  const digit = new Promise((resolve) => other.onDigit(resolve))
  one.press('5')
  expect(await digit).toBe('5')
  held.close()
  far.close()
})

/** A STUN server that answers every request after the first few. */
async function stunServer(ignored: number): Promise<Socket> {
  const server = createSocket('udp4')
  let requests = 0
  server.on('message', (packet, from) => {
    requests += 1
    const request = parseMessage(packet)
    if (!request || requests <= ignored) return
    const response = new Message(methods.BINDING, classes.RESPONSE, request.transactionId)
    response.setAttribute('XOR-MAPPED-ADDRESS', ['203.0.113.5', from.port])
    server.send(response.bytes, from.port, from.address)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

test('a STUN server tells how it sees the RTP port, also when it has to be asked twice', async () => {
  const server = await stunServer(1)
  const session = await open()
  const { port } = server.address()
  const ask = (stunServer: string) =>
    session.gather({ stunServer, turn: undefined, ice: undefined, permitted: [] })
  expect(await ask(`127.0.0.1:${port}`)).toMatchObject({
    mapped: { address: '203.0.113.5', port: session.port },
    mappedRtcp: { address: '203.0.113.5', port: session.port + 1 },
    problems: [],
  })
  server.close()
  expect(await ask('no such host')).toMatchObject({
    mapped: undefined,
    problems: [{ server: 'no such host', why: 'unknown host' }],
  })
})
