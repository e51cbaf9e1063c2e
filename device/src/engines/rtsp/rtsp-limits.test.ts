import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectTo, openRtspRig, sessionIn, TCP, trackOf } from './testing/rtsp-rig.ts'
import type { RtspRig } from './testing/rtsp-rig.ts'

const UDP = { Transport: 'RTP/AVP;unicast;client_port=40000-40001' }

let rig: RtspRig
beforeEach(async () => {
  rig = await openRtspRig()
})
afterEach(() => rig.close())

const client = (user?: string, password?: string) => connectTo(rig, user, password)
const setUp = async (
  { ask }: Pick<Awaited<ReturnType<typeof client>>, 'ask'>,
  transport: Record<string, string> = TCP,
) => ask('SETUP', trackOf(rig.uri(), 1), transport)

/** A stream that is played. */
async function playing(transport = TCP) {
  const one = await client()
  const answer = await setUp(one, transport)
  const Session = sessionIn(answer)
  await one.ask('PLAY', rig.uri(), { Session })
  return { ...one, Session, answer }
}

test('an account has at most 16 sessions; one that ends makes room', async () => {
  const one = await client()
  const sessions: string[] = []
  for (let n = 0; n < 16; n += 1) sessions.push(sessionIn(await setUp(one)))
  expect(await setUp(one)).toContain('453 Not Enough Bandwidth')
  const other = await client('view', 'pass-view')
  expect(await setUp(other)).toContain('200 OK')
  // A session belongs to its account.
  const [Session = ''] = sessions
  expect(await other.ask('TEARDOWN', rig.uri(), { Session })).toContain('454')
  expect(await one.ask('TEARDOWN', rig.uri(), { Session })).toContain('200 OK')
  expect(await setUp(one)).toContain('200 OK')
})

test('sessions that are set up at the same time do not exceed the limit', async () => {
  const clients = await Promise.all(Array.from({ length: 7 }, () => client()))
  const answers = await Promise.all(
    clients.flatMap((one) => {
      for (let n = 0; n < 3; n += 1) one.send('SETUP', trackOf(rig.uri(), 1), UDP)
      return (async () => [await one.answer(), await one.answer(), await one.answer()])()
    }),
  )
  expect(answers.flat().filter((answer) => answer.includes('200 OK'))).toHaveLength(16)
  expect(rig.rtsp.sessions()).toBe(16)
})

test('an address has at most 16 connections', async () => {
  const clients = await Promise.all(Array.from({ length: 16 }, () => client()))
  const over = connect(rig.rtsp.port() ?? 0, '127.0.0.1')
  over.on('error', () => undefined)
  await new Promise((resolve) => over.once('close', resolve))
  clients[0]?.socket.destroy()
  await expect
    .poll(async () => {
      const again = connect(rig.rtsp.port() ?? 0, '127.0.0.1')
      again.on('error', () => undefined)
      again.write('OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n')
      return new Promise((resolve) => {
        again.once('data', () => {
          again.destroy()
          resolve('answered')
        })
        again.once('close', () => resolve('closed'))
      })
    })
    .toBe('answered')
})

test('a client that asks and never reads is cut off', async () => {
  const { socket, isClosed, ask } = await client()
  await ask('OPTIONS')
  socket.removeAllListeners('data')
  socket.pause()
  const [server] = rig.accepted
  const request = `OPTIONS * RTSP/1.0\r\nCSeq: ${'1'.repeat(8_000)}\r\n\r\n`
  for (let n = 0; n < 4_000 && !isClosed(); n += 1) {
    if (!socket.write(request)) await new Promise((resolve) => setImmediate(resolve))
  }
  await expect.poll(() => server?.destroyed).toBe(true)
})

test('a client that sends many requests without waiting is cut off', async () => {
  const { socket, isClosed } = await client()
  socket.write('OPTIONS * RTSP/1.0\r\nCSeq: 1\r\n\r\n'.repeat(40))
  await expect.poll(isClosed).toBe(true)
})

test('a viewer by TCP that reads nothing misses pictures, and is cut off after a minute', async () => {
  const { socket } = await playing()
  const [server] = rig.accepted
  socket.removeAllListeners('data')
  socket.pause()
  // First the host's own buffers are filled.
  await expect
    .poll(() => {
      const waiting = server?.writableLength ?? 0
      rig.repeatPicture(200)
      return waiting
    })
    .toBeGreaterThan(1024 * 1024)
  expect(server?.writableLength).toBeLessThan(2 * 1024 * 1024)
  await rig.host.advance(5_000)
  await rig.host.advance(45_000)
  expect(rig.rtsp.sessions()).toBe(1)
  await rig.host.advance(20_000)
  await expect.poll(() => rig.rtsp.sessions()).toBe(0)
  expect(rig.watched).toEqual([])
})

test('a viewer who only takes packets stays, and a connection over which nothing moves ends', async () => {
  const silent = await client()
  const viewer = await playing()
  for (let at = 0; at < 70; at += 5) {
    const before = viewer.packets.length
    await expect.poll(() => (viewer.takePackets(), viewer.packets.length)).toBeGreaterThan(before)
    await rig.host.advance(5_000)
  }
  await expect.poll(silent.isClosed).toBe(true)
  expect(viewer.isClosed()).toBe(false)
  expect(rig.rtsp.sessions()).toBe(1)
})

test('the connection of a session by UDP lasts as long as the session', async () => {
  rig.profiles.putEncoder('encoder_1', {
    name: 'Main',
    resolution: '320x240',
    compression: 30,
    fps: 15,
    timeout: 600,
  })
  const { ask, Session, isClosed, answer } = await playing(UDP)
  expect(answer).toContain('timeout=600')
  await rig.host.advance(599_000)
  expect(await ask('GET_PARAMETER', rig.uri(), { Session })).toContain('200 OK')
  await rig.host.advance(610_000)
  expect(rig.rtsp.sessions()).toBe(0)
  expect(rig.watched).toEqual([])
  await rig.host.advance(70_000)
  await expect.poll(isClosed).toBe(true)
})

test('reports of the client keep a session by UDP, those of others do not', async () => {
  const { answer } = await playing(UDP)
  const port = Number(/server_port=\d+-(\d+)/.exec(answer)?.[1])
  const socket = createSocket('udp4')
  const report = async () => {
    await new Promise((resolve) => socket.send(Buffer.alloc(8), port, '127.0.0.1', resolve))
    // An answer to a request shows that the device had the time to receive it.
    await client().then(({ socket: other }) => other.destroy())
  }
  await rig.host.advance(50_000)
  await report()
  await rig.host.advance(50_000)
  expect(rig.rtsp.sessions()).toBe(1)
  socket.close()
  const stranger = createSocket('udp4')
  await new Promise<void>((resolve) => stranger.bind(0, '127.0.0.2', resolve))
  await new Promise((resolve) => stranger.send(Buffer.alloc(8), port, '127.0.0.1', resolve))
  await client().then(({ socket: other }) => other.destroy())
  await rig.host.advance(15_000)
  expect(rig.rtsp.sessions()).toBe(0)
  stranger.close()
})

test('a device clock that is moved forward ends no session and delays no packet', async () => {
  const { packets, takePackets } = await playing(UDP).then(async (one) => {
    await one.ask('TEARDOWN', rig.uri(), { Session: one.Session })
    return playing()
  })
  const video = () => packets.filter(({ channel }) => channel === 0)
  await expect.poll(() => (takePackets(), video().length)).toBeGreaterThan(0)
  await rig.clock.advance(3_600_000)
  const [first] = video()
  const before = video().length
  await expect.poll(() => (takePackets(), video().length)).toBeGreaterThan(before)
  expect(rig.rtsp.sessions()).toBe(1)
  const at = (one: (typeof packets)[number] | undefined) => one?.bytes.readUInt32BE(4) ?? 0
  const ticks = (at(video().at(-1)) - at(first) + 2 ** 32) % 2 ** 32
  expect(ticks).toBeLessThan(60 * 90_000)
})

test('a session by UDP frees its ports', async () => {
  const { ask, Session, answer } = await playing(UDP)
  const [, rtp, rtcp] = /server_port=(\d+)-(\d+)/.exec(answer) ?? []
  await ask('TEARDOWN', rig.uri(), { Session })
  for (const port of [rtp, rtcp]) {
    const socket = createSocket('udp4')
    const bound = new Promise((resolve, reject) => {
      socket.once('error', reject)
      socket.bind({ port: Number(port), address: '127.0.0.1', exclusive: true }, () =>
        resolve('free'),
      )
    })
    await expect(bound).resolves.toBe('free')
    socket.close()
  }
})

test('a session that is played can’t be set up anew, and goes on after a pause', async () => {
  const { ask, Session } = await playing()
  const again = () => ask('SETUP', trackOf(rig.uri(), 1), { ...TCP, Session })
  expect(await again()).toContain('455 Method Not Valid in This State')
  expect(await ask('PAUSE', rig.uri(), { Session })).toContain('200 OK')
  expect(rig.watched).toEqual([])
  expect(await again()).toContain('200 OK')
  expect(await ask('PLAY', rig.uri(), { Session })).toContain('RTP-Info')
  expect(rig.watched).toHaveLength(1)
})

test.each<[string, () => unknown]>([
  ['a pulled cable', () => rig.rtsp.worldChanged({ cable: false })],
  ['switching RTSP off', () => rig.setParameter('root.Network.RTSP.Enabled', false)],
  ['the end of the device', () => rig.rtsp.close()],
])('%s ends sessions and connections', async (_, happens) => {
  const byTcp = await playing()
  const byUdp = await playing(UDP)
  happens()
  await expect.poll(() => byTcp.isClosed() && byUdp.isClosed()).toBe(true)
  expect(rig.rtsp.sessions()).toBe(0)
  expect(rig.watched).toEqual([])
})
