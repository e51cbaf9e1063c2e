import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { ha1Of } from '@lintel/front-door/digest'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { createEventBus } from '../../events/bus.ts'
import { openLog } from '../../log.ts'
import { TOPICS } from '@lintel/contract/events'
import { openDatabase } from '../../state/database.ts'
import type { Database } from '../../state/database.ts'
import { openMediaProfiles } from '../../state/media-profiles.ts'
import type { MediaProfiles } from '../../state/media-profiles.ts'
import { PLUGGED } from '../../testing/plugged.ts'
import { withStandardTables } from '../jpeg/standard-tables.ts'
import type { Camera, PictureRequest } from '../video/camera.ts'
import { openRtsp } from './rtsp.ts'
import type { Rtsp, RtspParts } from './rtsp.ts'

const REALM = 'LINTEL_ACCC8E012345'
const missingProgram = spawnSync('ffprobe', ['-version']).error
  ? 'ffmpeg and ffprobe are not installed'
  : undefined

/** A camera whose pictures are one colour each, 20 a second. */
function testCamera() {
  const watched: PictureRequest[] = []
  const camera = {
    watch(request: PictureRequest, onPicture: (jpeg: Uint8Array) => void) {
      watched.push(request)
      const canvas = createCanvas(request.width, request.height)
      const context = canvas.getContext('2d')
      let hue = 0
      const timer = setInterval(() => {
        hue += 40
        context.fillStyle = `hsl(${hue} 70% 50%)`
        context.fillRect(0, 0, request.width, request.height)
        for (let at = 0; at < 40; at += 1) {
          context.fillStyle = `hsl(${at * 9} 90% 60%)`
          context.fillRect((at * 97) % request.width, (at * 53) % request.height, 30, 20)
        }
        onPicture(withStandardTables(canvas.encodeSync('jpeg', 100 - request.compression)))
      }, 50)
      return () => {
        clearInterval(timer)
        watched.splice(watched.indexOf(request), 1)
      }
    },
  } as unknown as Camera
  return { camera, watched }
}

let rtsp: Rtsp
let folder: string
let database: Database
let profiles: MediaProfiles
let watched: PictureRequest[]
let events: RtspParts['events']
let clock: ReturnType<typeof startClock>
const values = new Map<string, unknown>()
const accounts = new Map<string, { password: string; groups: string[] }>()
let accountsChanged: () => void = () => undefined

beforeEach(async () => {
  values.clear()
  accounts.clear()
  accounts.set('view', { password: 'pass-view', groups: ['viewer'] })
  clock = startClock({ host: { now: () => 1_700_000_000_000, monotonic: () => performance.now() } })
  events = createEventBus(() => 1_700_000_000_000)
  folder = mkdtempSync(join(tmpdir(), 'lintel-rtsp-'))
  database = openDatabase(join(folder, 'state.db'))
  profiles = openMediaProfiles(database)
  const camera = testCamera()
  watched = camera.watched
  rtsp = openRtsp({
    plugged: PLUGGED,
    network: { listening: () => ({ listen: '127.0.0.1', address: '127.0.0.1' }) },
    camera: camera.camera,
    clock,
    events,
    parameters: {
      get: (name: string) =>
        values.get(name) ??
        {
          'root.Network.RTSP.Enabled': true,
          'root.Network.HTTP.DigestAlgorithm': 'sha256_md5',
          'root.Network.Bonjour.FriendlyName': 'Front gate',
          'root.Properties.Image.Resolution': ['640x360', '320x240'],
          'root.Image.I0.Appearance.Resolution': '640x360',
          'root.Image.I0.Appearance.Compression': 30,
          'root.Image.I0.Stream.FPS': 15,
        }[name],
      subscribe: () => () => undefined,
      list: () => ({ values: new Map() }),
    } as unknown as RtspParts['parameters'],
    accounts: {
      credentials(user) {
        const account = accounts.get(user)
        return account && { ha1: ha1Of(user, REALM, account.password), groups: account.groups }
      },
      subscribe(fn) {
        accountsChanged = fn
        return () => undefined
      },
    },
    onvifAccounts: {
      credentials: (user) =>
        user === 'nvr' ? { password: 'a password', groups: ['operator'] } : undefined,
      subscribe: () => () => undefined,
    },
    mediaProfiles: profiles,
    realm: REALM,
    log: openLog('silent', () => 0),
    logToBench: () => undefined,
  })
  await rtsp.start()
})
afterEach(async () => {
  await rtsp.close()
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

const URI = () => `rtsp://127.0.0.1:${rtsp.port()}/onvif-media/media.amp?profile=profile_1`
const withUser = (user: string, uri = URI()) => uri.replace('rtsp://', `rtsp://${user}@`)

function run(program: string, ...parameters: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(program, parameters, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return new Promise((resolve) => {
    child.on('close', (code) => resolve({ code: code ?? -1, output }))
  })
}

test.for(['tcp', 'udp'])(
  'ffmpeg plays the stream over %s, and decodes it without an error',
  { timeout: 30_000 },
  async (transport, { skip }) => {
    if (missingProgram) skip(missingProgram)
    const { code, output } = await run(
      'ffmpeg',
      '-v',
      'warning',
      '-rtsp_transport',
      transport,
      '-i',
      withUser('nvr:a%20password'),
      '-map',
      '0:v',
      '-frames:v',
      '6',
      '-f',
      'framemd5',
      '-',
    )
    expect(code, output).toBe(0)
    expect(output.match(/^0, .*/gm)).toHaveLength(6)
    expect(output).not.toMatch(/error|overread|invalid|missed/i)
    await expect.poll(() => rtsp.sessions()).toBe(0)
    expect(watched).toEqual([])
  },
)

test('ffprobe finds a Motion JPEG video of the size of the profile', async ({ skip }) => {
  if (missingProgram) skip(missingProgram)
  const { output } = await run(
    'ffprobe',
    '-v',
    'error',
    '-rtsp_transport',
    'tcp',
    '-show_entries',
    'stream=codec_name,width,height,pix_fmt',
    '-of',
    'csv=p=0',
    withUser('view:pass-view'),
  )
  expect(output.trim()).toBe('mjpeg,640,360,yuvj420p')
}, 30_000)

const md5 = (text: string) => createHash('md5').update(text).digest('hex')

/** A connection that is driven line by line. */
async function client(user = 'nvr', password = 'a password') {
  const socket = connect(rtsp.port() ?? 0, '127.0.0.1')
  await new Promise((resolve) => socket.once('connect', resolve))
  let held = Buffer.alloc(0)
  const packets: { channel: number; bytes: Buffer }[] = []
  socket.on('data', (chunk: Buffer) => (held = Buffer.concat([held, chunk])))
  socket.on('error', () => undefined)
  let closed = false
  socket.on('close', () => (closed = true))
  let sequence = 0
  let nonce = ''

  function takePackets(): void {
    while (held[0] === 0x24 && held.length >= 4 && held.length >= 4 + held.readUInt16BE(2)) {
      const length = held.readUInt16BE(2)
      packets.push({ channel: held[1] ?? 0, bytes: held.subarray(4, 4 + length) })
      held = held.subarray(4 + length)
    }
  }

  async function answer(): Promise<string> {
    await expect.poll(() => (takePackets(), held.includes('\r\n\r\n') || closed)).toBe(true)
    takePackets()
    const end = held.indexOf('\r\n\r\n') + 4
    const head = held.toString('latin1', 0, end)
    const size = Number(/Content-Length: (\d+)/.exec(head)?.[1] ?? 0)
    await expect.poll(() => held.length >= end + size).toBe(true)
    const text = held.toString('latin1', 0, end + size)
    held = held.subarray(end + size)
    return text
  }

  async function ask(method: string, uri = URI(), headers: Record<string, string> = {}) {
    sequence += 1
    const response = md5(
      `${md5(`${user}:${REALM}:${password}`)}:${nonce}:${md5(`${method}:${uri}`)}`,
    )
    const all: Record<string, string> = {
      CSeq: String(sequence),
      ...(nonce === ''
        ? {}
        : {
            Authorization: `Digest username="${user}", realm="${REALM}", nonce="${nonce}", uri="${uri}", response="${response}"`,
          }),
      ...headers,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${method} ${uri} RTSP/1.0\r\n${lines.join('')}\r\n`)
    return answer()
  }

  const challenged = await ask('DESCRIBE')
  nonce = /nonce="(\w+)"/.exec(challenged)?.[1] ?? ''
  return { ask, answer, socket, packets, takePackets, challenged, isClosed: () => closed }
}

const TRACK = (track: number) => URI().replace('media.amp', `media.amp/trackID=${track}`)
const TCP = { Transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' }
const sessionIn = (answer: string) => /Session: (\w+)/.exec(answer)?.[1] ?? ''

test('who is not signed in is asked to; a wrong password and a foreign nonce don’t help', async () => {
  const { ask, challenged } = await client('nvr', 'wrong')
  expect(challenged).toContain('RTSP/1.0 401 Unauthorized')
  expect(await ask('DESCRIBE')).toContain('401')
  const other = await client()
  expect(await other.ask('DESCRIBE')).toContain('200 OK')
  // The right password, with the nonce of another connection.
  const foreign = /nonce="(\w+)"/.exec(other.challenged)?.[1] ?? ''
  const right = md5(`${md5(`nvr:${REALM}:a password`)}:${foreign}:${md5(`DESCRIBE:${URI()}`)}`)
  const Authorization = `Digest username="nvr", realm="${REALM}", nonce="${foreign}", uri="${URI()}", response="${right}"`
  expect(await ask('DESCRIBE', URI(), { Authorization })).toContain('401')
  expect(await other.ask('DESCRIBE', URI(), { Authorization })).toContain('200 OK')
  expect(await ask('OPTIONS')).toContain('Public: OPTIONS, DESCRIBE, SETUP, PLAY')
})

test('guessing is slowed down, but not for who has signed in from there before', async () => {
  for (let guess = 0; guess < 4; guess += 1) {
    const { ask } = await client('view', `guess ${guess}`)
    expect(await ask('DESCRIBE')).toContain('401')
  }
  const slowed = await client('view', 'pass-view')
  expect(await slowed.ask('DESCRIBE')).toContain('429')
  const other = await client()
  expect(await other.ask('DESCRIBE')).toContain('200')
  for (let guess = 0; guess < 4; guess += 1) {
    const { ask } = await client('nvr', `guess ${guess}`)
    expect(await ask('DESCRIBE')).toContain('401')
  }
  expect(await other.ask('DESCRIBE')).toContain('200')
})

test('a session has a beginning and an end', async () => {
  const { ask, packets, takePackets } = await client()
  const described = await ask('DESCRIBE')
  expect(described).toContain('a=rtpmap:26 JPEG/90000\r\n')
  expect(described).not.toContain('vnd.onvif.metadata')
  const Session = sessionIn(await ask('SETUP', TRACK(1), TCP))
  expect(await ask('PLAY', URI(), { Session: 'FFFFFFFFFFFFFFFF' })).toContain(
    '454 Session Not Found',
  )
  const playing = await ask('PLAY', URI(), { Session })
  expect(playing).toMatch(/RTP-Info: url=rtsp:\S+trackID=1\?profile=profile_1;seq=\d+;rtptime=\d+/)
  await expect.poll(() => (takePackets(), packets.length)).toBeGreaterThan(3)
  const [first] = packets.filter(({ channel }) => channel === 0)
  const sequence = /seq=(\d+)/.exec(playing)?.[1]
  expect(first?.bytes.readUInt16BE(2)).toBe(Number(sequence))
  expect((first?.bytes[1] ?? 0) & 0x7f).toBe(26)
  // A sender report, with the time of the device: 1,700,000,000 s after 1970.
  const [report] = packets.filter(({ channel }) => channel === 1)
  expect(report?.bytes[1]).toBe(200)
  expect(report?.bytes.readUInt32BE(8)).toBe((1_700_000_000 + 2_208_988_800) % 2 ** 32)
  expect(await ask('GET_PARAMETER', URI(), { Session })).toContain('200 OK')
  expect(await ask('TEARDOWN', URI(), { Session })).toContain('200 OK')
  expect(rtsp.sessions()).toBe(0)
  expect(watched).toEqual([])
})

test('what a profile has not is not found, and what the device can’t send is refused', async () => {
  const { ask } = await client()
  expect(await ask('DESCRIBE', URI().replace('profile_1', 'profile_9'))).toContain('404')
  expect(await ask('SETUP', TRACK(2), TCP)).toContain('404')
  expect(await ask('SETUP', TRACK(1), { Transport: 'RTP/AVP;multicast' })).toContain('461')
  expect(await ask('RECORD')).toContain('405')
  expect(await ask('PLAY', URI(), { Require: 'funky' })).toContain('551')
})

test('changed settings apply to the stream that runs, and a removed profile ends it', async () => {
  const { ask } = await client()
  const Session = sessionIn(await ask('SETUP', TRACK(1), TCP))
  await ask('PLAY', URI(), { Session })
  expect(watched).toMatchObject([{ width: 640, height: 360, compression: 30 }])
  profiles.putEncoder('encoder_1', {
    name: 'Main',
    resolution: '320x240',
    compression: 30,
    fps: 15,
    timeout: 60,
  })
  expect(watched).toMatchObject([{ width: 320, height: 240 }])
  profiles.remove('profile_1')
  expect(watched).toEqual([])
  expect(rtsp.sessions()).toBe(0)
})

test('who loses the right to watch stops watching', async () => {
  const { ask } = await client('view', 'pass-view')
  const Session = sessionIn(await ask('SETUP', TRACK(1), TCP))
  await ask('PLAY', URI(), { Session })
  expect(watched).toHaveLength(1)
  accounts.set('view', { password: 'another', groups: ['viewer'] })
  accountsChanged()
  expect(watched).toEqual([])
})

test('a client over UDP that is silent for its time-out is forgotten', async () => {
  const { ask } = await client()
  const setUp = await ask('SETUP', TRACK(1), {
    Transport: 'RTP/AVP;unicast;client_port=40000-40001',
  })
  expect(setUp).toMatch(/server_port=\d*[02468]-\d+/)
  await ask('PLAY', URI(), { Session: sessionIn(setUp) })
  await clock.advance(55_000)
  expect(await ask('GET_PARAMETER', URI(), { Session: sessionIn(setUp) })).toContain('200 OK')
  await clock.advance(55_000)
  expect(rtsp.sessions()).toBe(1)
  await clock.advance(10_000)
  expect(rtsp.sessions()).toBe(0)
})

test('a profile with metadata sends the events that its viewer may hear', async () => {
  profiles.put({
    token: 'profile_1',
    name: 'Default',
    video: true,
    encoder: 'encoder_1',
    metadata: true,
  })
  const { ask, packets, takePackets } = await client('view', 'pass-view')
  expect(await ask('DESCRIBE')).toContain('vnd.onvif.metadata/90000')
  const Session = sessionIn(await ask('SETUP', TRACK(2), TCP))
  await ask('PLAY', URI(), { Session })
  events.publish({ topic: TOPICS.storageDisruption, source: {}, data: { disruption: '1' } })
  events.publish({ topic: TOPICS.heat, source: {}, data: { HeatState: 'Hot' } })
  const texts = () =>
    packets.filter(({ channel }) => channel === 0).map(({ bytes }) => bytes.toString())
  await expect.poll(() => (takePackets(), texts().join())).toContain('OperatingState')
  expect(texts().join()).toContain('Value="Hot"')
  expect(texts().join()).not.toContain('Storage')
})

test.each([
  ['what is not RTSP', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', '400'],
  ['another version', 'OPTIONS * RTSP/2.0\r\nCSeq: 1\r\n\r\n', '505'],
  ['a long head', `OPTIONS * RTSP/1.0\r\nX: ${'x'.repeat(20_000)}`, '400'],
  ['a large body', 'OPTIONS * RTSP/1.0\r\nCSeq: 1\r\nContent-Length: 999999\r\n\r\n', '413'],
])('%s ends the connection', async (_, text, status) => {
  const { socket, answer, isClosed } = await client()
  socket.write(text)
  expect(await answer()).toContain(`RTSP/1.0 ${status}`)
  await expect.poll(isClosed).toBe(true)
})
