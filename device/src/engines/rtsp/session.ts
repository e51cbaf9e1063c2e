import { randomBytes } from 'node:crypto'
import { ONVIF_SCHEMA } from '@lintel/contract/soap/service'
import { WSN } from '@lintel/contract/calls/onvif-events'
import { element } from '@lintel/contract/xml/element'
import { writeXml } from '@lintel/contract/xml/write'
import type { DeviceEvent } from '@lintel/contract/events'
import { NAMESPACES } from '@lintel/front-door/soap/namespaces'
import type { Every } from '../../clock/host-every.ts'
import type { EventBus } from '../../events/bus.ts'
import { mayHear } from '../../events/event-access.ts'
import { isForClients, notificationOf } from '../../events/onvif-topics.ts'
import type { Log } from '../../log.ts'
import type { Camera } from '../video/camera.ts'
import type { Carrier } from './carrier.ts'
import { payloadsOf } from './rtp-jpeg.ts'
import { openRtpStream } from './rtp-stream.ts'
import type { RtpStream } from './rtp-stream.ts'
import type { Viewer } from './sign-in.ts'
import type { ProfileStream } from './stream-of.ts'

/** RFC 3551 §6; the other is a dynamic one. */
export const JPEG_TYPE = 26
export const METADATA_TYPE = 107
/** How often the time of the packets is reported, in milliseconds (RFC 3550 §6.2). */
const REPORT_MS = 5_000
/** Bytes of a packet of metadata. */
const XML_MAX = 1_400

export type TrackId = 1 | 2

/** A client's session: its tracks, and whether they are played. */
export interface Session {
  readonly id: string
  readonly viewer: Viewer
  /** Seconds of silence after which it ends. */
  readonly timeout: number
  /** Whether the client's own connection carries the packets. */
  interleaved(): boolean
  setUp(track: TrackId, carrier: Carrier): void
  /** Starts to send; the numbers of the first packets, by track. */
  play(): ReadonlyMap<TrackId, { sequence: number; timestamp: number }>
  pause(): void
  playing(): boolean
  /** The client is still there. */
  heard(): void
  /** Whether nothing has been heard of it for longer than its time-out. */
  expired(): boolean
  /** Takes over changed settings; false if its stream is gone. */
  refresh(): boolean
  end(): void
}

export interface SessionParts {
  camera: Camera
  time: {
    /** The host's: players would wait for what lies ahead when the device's clock is moved. */
    every: Every
    monotonic(): number
    /** The device's, in UTC milliseconds. */
    now(): number
  }
  events: Pick<EventBus, 'subscribe' | 'current' | 'isState'>
  log: Log
  viewer: Viewer
  /** The stream of now; undefined once there is none. */
  stream: () => ProfileStream | undefined
}

export function openSession(parts: SessionParts, first: ProfileStream): Session {
  const { camera, time, events, log, viewer, stream } = parts
  const tracks = new Map<TrackId, { stream: RtpStream; carrier: Carrier }>()
  let current = first
  let stops: (() => void)[] = []
  let leave: (() => void) | undefined
  let last = time.monotonic()
  let ended = false

  function sendPicture(jpeg: Uint8Array): void {
    const video = tracks.get(1)
    if (!video) return
    try {
      video.carrier.rtp(video.stream.packets(payloadsOf(jpeg)))
    } catch (cause) {
      log.error({ err: cause }, 'a picture could not be sent by RTP')
      pause()
    }
  }

  function watch(): void {
    leave?.()
    leave = tracks.has(1)
      ? camera.watch({ ...current.picture, standardTables: true }, sendPicture)
      : undefined
  }

  function sendEvent(event: DeviceEvent, operation: 'Initialized' | 'Changed' | undefined): void {
    const metadata = tracks.get(2)
    if (!metadata || !isForClients(event) || !mayHear(viewer.groups(), event.topic)) return
    const message = element(WSN, 'NotificationMessage', notificationOf(event, operation))
    const content = element(ONVIF_SCHEMA, 'Event', [message])
    const xml = Buffer.from(
      writeXml(element(ONVIF_SCHEMA, 'MetadataStream', [content]), NAMESPACES, {
        unwritable: 'replace',
      }),
    )
    const payloads: Buffer[] = []
    for (let at = 0; at < xml.length; at += XML_MAX) payloads.push(xml.subarray(at, at + XML_MAX))
    metadata.carrier.rtp(metadata.stream.packets(payloads))
  }

  const sendChange = (event: DeviceEvent) =>
    sendEvent(event, events.isState(event) ? 'Changed' : undefined)

  function report(bye = false): void {
    for (const { stream: one, carrier } of tracks.values()) carrier.rtcp(one.report(bye))
  }

  function pause(): void {
    for (const stop of stops) stop()
    stops = []
    leave?.()
    leave = undefined
  }

  return {
    id: randomBytes(8).toString('hex').toUpperCase(),
    viewer,
    timeout: first.timeout,
    interleaved: () =>
      Array.from(tracks.values()).some(({ carrier }) => carrier.description.includes('/TCP')),
    setUp(track, carrier) {
      tracks.get(track)?.carrier.close()
      const type = track === 1 ? JPEG_TYPE : METADATA_TYPE
      tracks.set(track, { stream: openRtpStream(type, time), carrier })
    },
    play() {
      const begins = new Map(
        Array.from(tracks, ([id, track]) => [id, track.stream.next()] as const),
      )
      if (stops.length === 0) {
        stops = [time.every(REPORT_MS, report)]
        if (tracks.has(2)) stops.push(events.subscribe(sendChange))
        watch()
        // The answer goes first.
        setImmediate(() => {
          if (stops.length === 0) return
          report()
          if (tracks.has(2)) for (const event of events.current()) sendEvent(event, 'Initialized')
        })
      }
      return begins
    },
    pause,
    playing: () => stops.length > 0,
    heard() {
      last = time.monotonic()
    },
    expired: () => time.monotonic() - last > first.timeout * 1000,
    refresh() {
      const now = stream()
      if (!now) return false
      const changed = JSON.stringify(now.picture) !== JSON.stringify(current.picture)
      current = now
      if (changed && leave) watch()
      return true
    },
    end() {
      if (ended) return
      ended = true
      if (stops.length > 0) report(true)
      pause()
      for (const { carrier } of tracks.values()) carrier.close()
      tracks.clear()
    },
  }
}
