import { notifyMessage, TOPICS } from '@lintel/contract/events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openEventSocket } from './event-socket.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const ACKNOWLEDGED = JSON.stringify({ method: 'axev:subscribe', id: 'console', data: {} })

/** A socket whose server side the test controls. */
class FakeSocket extends EventTarget {
  sent: string[] = []
  closed = false
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.closed = true
    this.dispatchEvent(new Event('close'))
  }
  open() {
    this.dispatchEvent(new Event('open'))
  }
  /** Opens, and acknowledges the subscription. */
  subscribe() {
    this.open()
    this.say(ACKNOWLEDGED)
  }
  say(data: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

function opened() {
  const sockets: FakeSocket[] = []
  const reports: string[] = []
  const client = openEventSocket({
    topics: [TOPICS.changed],
    open: () => {
      const socket = new FakeSocket()
      sockets.push(socket)
      return socket as unknown as WebSocket
    },
    onEvent: ({ topic, data }) => reports.push(`${topic} ${data['Area']}`),
    onLive: (again) => reports.push(again ? 'live again' : 'live'),
    onDown: () => reports.push('down'),
  })
  const last = () => {
    const socket = sockets.at(-1)
    if (!socket) throw new Error('no socket')
    return socket
  }
  return { client, sockets, reports, last }
}

const event = notifyMessage({
  topic: TOPICS.changed,
  at: '2026-11-20T13:07:32Z',
  source: {},
  data: { Area: 'users' },
})

test('added topics are subscribed at once, and again on every new connection', () => {
  const { client, last } = opened()
  client.add([TOPICS.heat])
  expect(last().sent).toEqual([])
  last().open()
  expect(last().sent[0]).toContain(`["${TOPICS.changed}","${TOPICS.heat}"]`)
  client.add([TOPICS.keypad])
  expect(last().sent[1]).toContain(`["${TOPICS.keypad}"]`)
  last().close()
  vi.advanceTimersByTime(1_000)
  last().open()
  expect(last().sent[0]).toContain(`"${TOPICS.keypad}"`)
  client.close()
})

test('subscribes and passes on the events of its topic', () => {
  const { last, reports } = opened()
  last().subscribe()
  expect(JSON.parse(last().sent[0] ?? '')).toMatchObject({
    method: 'axev:subscribe',
    params: { topics: [TOPICS.changed] },
  })
  last().say(event)
  last().say('not json')
  last().say(new Blob(['binary']))
  expect(reports).toEqual(['live', `${TOPICS.changed} users`])
})

test('the pause before reconnecting grows from 1 s to 30 s (EXPECT-18)', async () => {
  const { last, sockets } = opened()
  const pauses: number[] = []
  for (let round = 0; round < 7; round += 1) {
    const before = sockets.length
    last().close()
    let waited = 0
    while (sockets.length === before) {
      await vi.advanceTimersByTimeAsync(500)
      waited += 500
    }
    pauses.push(waited)
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
})

test('after a gap it subscribes again, reports the gap, and resets the pause (EXPECT-18)', async () => {
  const { last, reports, sockets } = opened()
  last().subscribe()
  last().close()
  await vi.advanceTimersByTimeAsync(1_000)
  last().close()
  await vi.advanceTimersByTimeAsync(2_000)
  last().subscribe()
  expect(last().sent).toHaveLength(1)
  last().close()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(sockets).toHaveLength(4)
  expect(reports).toEqual(['live', 'down', 'down', 'live again', 'down'])
})

test('is live once the device has acknowledged, or has not for a second', () => {
  const { last, reports } = opened()
  last().open()
  expect(reports).toEqual([])
  last().say(ACKNOWLEDGED)
  expect(reports).toEqual(['live'])
  last().close()
  vi.advanceTimersByTime(1_000)
  last().open()
  vi.advanceTimersByTime(999)
  expect(reports).toEqual(['live', 'down'])
  vi.advanceTimersByTime(1)
  expect(reports).toEqual(['live', 'down', 'live again'])
  last().close()
  vi.advanceTimersByTime(1_000)
  last().open()
  last().close()
  vi.advanceTimersByTime(1_000)
  expect(reports).toEqual(['live', 'down', 'live again', 'down', 'down'])
})

test('added topics have been read once the device has acknowledged them, or has not for a second', () => {
  const { client, last } = opened()
  const read: string[] = []
  last().open()
  client.add([TOPICS.heat], () => read.push('heat'))
  client.add([TOPICS.keypad], () => read.push('keypad'))
  last().say(ACKNOWLEDGED)
  last().say(event)
  expect(read).toEqual([])
  last().say(ACKNOWLEDGED)
  expect(read).toEqual(['heat'])
  vi.advanceTimersByTime(1_000)
  expect(read).toEqual(['heat', 'keypad'])
  client.add([TOPICS.moved], () => read.push('moved'))
  last().close()
  vi.advanceTimersByTime(1_000)
  last().subscribe()
  vi.advanceTimersByTime(1_000)
  expect(read).toEqual(['heat', 'keypad'])
})

test('an acknowledgement after the time limit reports the gap before it, once (EXPECT-18)', () => {
  const { last, reports } = opened()
  last().open()
  vi.advanceTimersByTime(1_000)
  expect(reports).toEqual(['live'])
  last().say(ACKNOWLEDGED)
  last().say(event)
  expect(reports).toEqual(['live', 'live again', `${TOPICS.changed} users`])
})

test('a retry reconnects at once, and only while it is closed', () => {
  const { client, last, reports, sockets } = opened()
  client.retry()
  expect(sockets).toHaveLength(1)
  last().subscribe()
  client.retry()
  expect(sockets).toHaveLength(1)
  last().close()
  client.retry()
  last().subscribe()
  expect([sockets.length, reports]).toEqual([2, ['live', 'down', 'live again']])
})

test('a closed client opens no socket and reports nothing more', async () => {
  const { client, last, reports, sockets } = opened()
  last().subscribe()
  client.close()
  last().say(event)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sockets.length, reports, last().closed]).toEqual([1, ['live'], true])
})
