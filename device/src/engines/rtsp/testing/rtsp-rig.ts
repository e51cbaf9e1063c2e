import { createHash } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { ha1Of } from '@lintel/front-door/digest'
import { expect } from 'vitest'
import { startClock } from '../../../clock/clock.ts'
import { createEventBus } from '../../../events/bus.ts'
import { openLog } from '../../../log.ts'
import { openDatabase } from '../../../state/database.ts'
import { openMediaProfiles } from '../../../state/media-profiles.ts'
import { PLUGGED } from '../../../testing/plugged.ts'
import { withStandardTables } from '../../jpeg/standard-tables.ts'
import type { Camera, PictureRequest } from '../../video/camera.ts'
import { openRtsp } from '../rtsp.ts'
import type { RtspParts } from '../rtsp.ts'

const REALM = 'LINTEL_ACCC8E012345'

/** A camera whose pictures are one colour each, 20 a second. */
function testCamera() {
  const watched: PictureRequest[] = []
  const repeats = new Set<() => void>()
  const camera = {
    watch(request: PictureRequest, onPicture: (jpeg: Uint8Array) => void) {
      watched.push(request)
      const canvas = createCanvas(request.width, request.height)
      const context = canvas.getContext('2d')
      let hue = 0
      let last: Uint8Array = new Uint8Array()
      function show(): void {
        hue += 40
        context.fillStyle = `hsl(${hue} 70% 50%)`
        context.fillRect(0, 0, request.width, request.height)
        for (let at = 0; at < 40; at += 1) {
          context.fillStyle = `hsl(${at * 9} 90% 60%)`
          context.fillRect((at * 97) % request.width, (at * 53) % request.height, 30, 20)
        }
        last = withStandardTables(canvas.encodeSync('jpeg', 100 - request.compression))
        onPicture(last)
      }
      const repeat = () => (last.length > 0 ? onPicture(last) : show())
      repeats.add(repeat)
      const timer = setInterval(show, 50)
      return () => {
        clearInterval(timer)
        repeats.delete(repeat)
        watched.splice(watched.indexOf(request), 1)
      }
    },
  } as unknown as Camera
  const repeatPicture = (count: number) => {
    for (let n = 0; n < count; n += 1) for (const repeat of repeats) repeat()
  }
  return { camera, watched, repeatPicture }
}

export type RtspRig = Awaited<ReturnType<typeof openRtspRig>>

/** A server of streams with a test camera, profile_1, and the accounts `view` and `nvr`. */
export async function openRtspRig() {
  const values = new Map<string, unknown>([
    ['root.Network.RTSP.Enabled', true],
    ['root.Network.HTTP.DigestAlgorithm', 'sha256_md5'],
    ['root.Network.Bonjour.FriendlyName', 'Front gate'],
    ['root.Properties.Image.Resolution', ['640x360', '320x240']],
    ['root.Image.I0.Appearance.Resolution', '640x360'],
    ['root.Image.I0.Appearance.Compression', 30],
    ['root.Image.I0.Stream.FPS', 15],
  ])
  const accounts = new Map([['view', { password: 'pass-view', groups: ['viewer'] }]])
  let accountsChanged: (() => void) | undefined
  let parametersChanged: (() => void) | undefined
  const clock = startClock({
    host: { now: () => 1_700_000_000_000, monotonic: () => performance.now() },
  })
  const host = startClock()
  const events = createEventBus(() => 1_700_000_000_000)
  const folder = mkdtempSync(join(tmpdir(), 'lintel-rtsp-'))
  const database = openDatabase(join(folder, 'state.db'))
  const profiles = openMediaProfiles(database)
  const { camera, watched, repeatPicture } = testCamera()
  const parts: RtspParts = {
    plugged: PLUGGED,
    network: { listening: () => ({ listen: '127.0.0.1', address: '127.0.0.1' }) },
    camera,
    clock,
    events,
    parameters: {
      get: (name: string) => values.get(name),
      subscribe(_: readonly string[], fn: () => void) {
        parametersChanged = fn
        return () => undefined
      },
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
  }
  const rtsp = openRtsp(parts, {
    every: (ms, fn) => host.every(ms, fn),
    monotonic: () => host.monotonic(),
  })
  await rtsp.start()
  const accepted: Socket[] = []
  const accept = (message: unknown) => {
    const { socket } = message as { socket: Socket }
    if (socket.localPort === rtsp.port()) accepted.push(socket)
  }
  subscribe('net.server.socket', accept)
  return {
    rtsp,
    parts,
    profiles,
    events,
    /** The device's clock. */
    clock,
    /** The host's. */
    host,
    /** The device's ends of the connections. */
    accepted,
    /** What is being watched. */
    watched,
    /** Shows the last picture to its viewers this many times at once. */
    repeatPicture,
    uri: () => `rtsp://127.0.0.1:${rtsp.port()}/onvif-media/media.amp?profile=profile_1`,
    setAccount(name: string, password: string, groups: string[] = ['viewer']) {
      accounts.set(name, { password, groups })
      accountsChanged?.()
    },
    setParameter(name: string, value: unknown) {
      values.set(name, value)
      parametersChanged?.()
    },
    async close() {
      unsubscribe('net.server.socket', accept)
      await rtsp.close()
      database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A response of RFC 2617 without `qop`. */
export const responseOf = (
  [user, password]: readonly [string, string],
  nonce: string,
  method: string,
  uri: string,
  algorithm: 'md5' | 'sha256' = 'md5',
): string => {
  const hash = (text: string) => createHash(algorithm).update(text).digest('hex')
  return hash(`${hash(`${user}:${REALM}:${password}`)}:${nonce}:${hash(`${method}:${uri}`)}`)
}

export const authorizationOf = (
  user: string,
  nonce: string,
  uri: string,
  response: string,
): string =>
  `Digest username="${user}", realm="${REALM}", nonce="${nonce}", uri="${uri}", response="${response}"`

/** A connection that is driven line by line. */
export async function connectTo(
  { rtsp, uri: streamUri }: Pick<RtspRig, 'rtsp' | 'uri'>,
  user = 'nvr',
  password = 'a password',
) {
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

  function send(method: string, uri: string, headers: Record<string, string> = {}): void {
    sequence += 1
    const response = responseOf([user, password], nonce, method, uri)
    const all: Record<string, string> = {
      CSeq: String(sequence),
      ...(nonce === '' ? {} : { Authorization: authorizationOf(user, nonce, uri, response) }),
      ...headers,
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`${method} ${uri} RTSP/1.0\r\n${lines.join('')}\r\n`)
  }

  function ask(method: string, uri = streamUri(), headers: Record<string, string> = {}) {
    send(method, uri, headers)
    return answer()
  }

  const challenged = await ask('DESCRIBE')
  nonce = /nonce="(\w+)"/.exec(challenged)?.[1] ?? ''
  return { ask, send, answer, socket, packets, takePackets, challenged, isClosed: () => closed }
}

/** The address of a track of a stream. */
export const trackOf = (uri: string, track: number): string =>
  uri.replace('media.amp', `media.amp/trackID=${track}`)

export const TCP = { Transport: 'RTP/AVP/TCP;unicast;interleaved=0-1' }
export const sessionIn = (answer: string): string => /Session: (\w+)/.exec(answer)?.[1] ?? ''
