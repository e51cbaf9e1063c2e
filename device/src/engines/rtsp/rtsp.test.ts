import { TOPICS } from '@lintel/contract/events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { missingFfmpeg, run } from '../../testing/ffmpeg.ts'
import {
  authorizationOf,
  connectTo,
  openRtspRig,
  responseOf,
  sessionIn,
  TCP,
  trackOf,
} from './testing/rtsp-rig.ts'
import type { RtspRig } from './testing/rtsp-rig.ts'

let rig: RtspRig
beforeEach(async () => {
  rig = await openRtspRig()
})
afterEach(() => rig.close())

const client = (user?: string, password?: string) => connectTo(rig, user, password)
const URI = () => rig.uri()
const TRACK = (track: number) => trackOf(URI(), track)
const withUser = (user: string, uri = URI()) => uri.replace('rtsp://', `rtsp://${user}@`)

test.for(['tcp', 'udp', 'http'])(
  'ffmpeg plays the stream over %s, and decodes it without an error',
  { timeout: 30_000 },
  async (transport, { skip }) => {
    if (missingFfmpeg) skip(missingFfmpeg)
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
    await expect.poll(() => rig.rtsp.sessions()).toBe(0)
    expect(rig.watched).toEqual([])
  },
)

test('ffprobe finds a Motion JPEG video of the size of the profile', async ({ skip }) => {
  if (missingFfmpeg) skip(missingFfmpeg)
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
})

test('who is not signed in is asked to; a wrong password and a foreign nonce don’t help', async () => {
  const { ask, challenged } = await client('nvr', 'wrong')
  expect(challenged).toContain('RTSP/1.0 401 Unauthorized')
  expect(await ask('DESCRIBE')).toContain('401')
  const other = await client()
  expect(await other.ask('DESCRIBE')).toContain('200 OK')
  // The right password, with the nonce of another connection.
  const foreign = /nonce="(\w+)"/.exec(other.challenged)?.[1] ?? ''
  const right = responseOf(['nvr', 'a password'], foreign, 'DESCRIBE', URI())
  const Authorization = authorizationOf('nvr', foreign, URI(), right)
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

test('a nonce that is out of date is no guess', async () => {
  const { ask } = await client()
  const Authorization = authorizationOf('nvr', 'old', URI(), 'f'.repeat(32))
  for (let n = 0; n < 8; n += 1) {
    expect(await ask('DESCRIBE', URI(), { Authorization })).toContain('401')
  }
  expect(await ask('DESCRIBE')).toContain('200 OK')
})

test('Digest has SHA-256 where MD5 is switched off', async () => {
  rig.setParameter('root.Network.HTTP.DigestAlgorithm', 'sha256')
  const { ask, challenged } = await client()
  expect(challenged).toContain('algorithm=SHA-256')
  expect(await ask('DESCRIBE')).toContain('401')
  const nonce = /nonce="(\w+)"/.exec(challenged)?.[1] ?? ''
  const response = responseOf(['nvr', 'a password'], nonce, 'DESCRIBE', URI(), 'sha256')
  const Authorization = authorizationOf('nvr', nonce, URI(), response)
  expect(await ask('DESCRIBE', URI(), { Authorization })).toContain('200 OK')
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
  expect(rig.rtsp.sessions()).toBe(0)
  // The last report says that nothing more comes (RFC 3550 §6.6).
  const farewell = packets.findLast(({ channel }) => channel === 1)?.bytes.subarray(-8)
  expect(farewell?.readUInt32BE(0)).toBe(0x81cb_0001)
  expect(rig.watched).toEqual([])
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
  const usual = { width: 640, height: 360, compression: 30, standardTables: true }
  expect(rig.watched).toMatchObject([usual])
  rig.profiles.putEncoder('encoder_1', {
    name: 'Main',
    resolution: '320x240',
    compression: 30,
    fps: 15,
    timeout: 60,
  })
  expect(rig.watched).toMatchObject([{ width: 320, height: 240 }])
  rig.profiles.remove('profile_1')
  expect(rig.watched).toEqual([])
  expect(rig.rtsp.sessions()).toBe(0)
})

test('who loses the right to watch stops watching', async () => {
  const { ask } = await client('view', 'pass-view')
  const Session = sessionIn(await ask('SETUP', TRACK(1), TCP))
  await ask('PLAY', URI(), { Session })
  expect(rig.watched).toHaveLength(1)
  rig.setAccount('view', 'another')
  expect(rig.watched).toEqual([])
})

test('an account without a role may not watch', async () => {
  rig.setAccount('door', 'pass-door', ['ptz'])
  const { ask } = await client('door', 'pass-door')
  expect(await ask('DESCRIBE')).toContain('403 Forbidden')
  expect(await ask('SETUP', TRACK(1), TCP)).toContain('403 Forbidden')
  expect(rig.rtsp.sessions()).toBe(0)
})

test('a client over UDP that is silent for its time-out is forgotten', async () => {
  const { ask } = await client()
  const setUp = await ask('SETUP', TRACK(1), {
    Transport: 'RTP/AVP;unicast;client_port=40000-40001',
  })
  expect(setUp).toMatch(/server_port=\d*[02468]-\d+/)
  await ask('PLAY', URI(), { Session: sessionIn(setUp) })
  await rig.host.advance(55_000)
  expect(await ask('GET_PARAMETER', URI(), { Session: sessionIn(setUp) })).toContain('200 OK')
  await rig.host.advance(55_000)
  expect(rig.rtsp.sessions()).toBe(1)
  await rig.host.advance(10_000)
  expect(rig.rtsp.sessions()).toBe(0)
})

test('a profile with metadata sends the events that its viewer may hear', async () => {
  rig.profiles.put({
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
  rig.events.publish({ topic: TOPICS.storageDisruption, source: {}, data: { disruption: '1' } })
  rig.events.publish({ topic: TOPICS.heat, source: {}, data: { HeatState: '\u0001Hot' } }, 'state')
  const texts = () =>
    packets.filter(({ channel }) => channel === 0).map(({ bytes }) => bytes.toString())
  await expect.poll(() => (takePackets(), texts().join())).toContain('OperatingState')
  expect(texts().join()).toContain('PropertyOperation="Changed"')
  // XML can't hold all characters.
  expect(texts().join()).toContain('Value="\uFFFDHot"')
  expect(texts().join()).not.toContain('Storage')
})

test('the device’s own address has the settings of video.cgi, and events alone if wanted', async () => {
  const { ask } = await client()
  const own = `rtsp://127.0.0.1:${rig.rtsp.port()}/axis-media/media.amp`
  const described = await ask('DESCRIBE', `${own}?resolution=320x240&fps=5&event=on`)
  expect(described).toContain('a=framesize:26 320-240\r\n')
  expect(described).toContain('a=framerate:5\r\n')
  expect(described).toContain('vnd.onvif.metadata')
  const alone = `${own}?video=0&audio=0&event=on`
  const events = await ask('DESCRIBE', alone)
  expect(events).not.toContain('m=video')
  expect(await ask('SETUP', trackOf(alone, 1), TCP)).toContain('404')
  const Session = sessionIn(await ask('SETUP', trackOf(alone, 2), TCP))
  expect(await ask('PLAY', alone, { Session })).toContain('200 OK')
  expect(rig.watched).toEqual([])
  for (const query of ['video=0', 'videocodec=h264', 'resolution=7x7', 'fps=31']) {
    expect(await ask('DESCRIBE', `${own}?${query}`)).toContain('404')
  }
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
