import type { RemoteInfo } from 'node:dgram'
import { release, type as osType } from 'node:os'
import type { Clock } from '../../clock/clock.ts'
import type { Log } from '../../log.ts'
import { joinGroup } from './multicast.ts'
import { DEVICE_TYPE } from './upnp-device.ts'

/** An announcement by the Simple Service Discovery Protocol, until it is closed. */
export interface Advertiser {
  /** Sends goodbye messages and leaves the group. */
  close(): Promise<void>
}

interface AdvertiserParts {
  /** URL of the description. */
  location: string
  /** `uuid:…`, stable across restarts. */
  udn: string
  place: { address: string; subnetMask: string }
  clock: Clock
  log: Log
  /** Tests pass a fake network. */
  join?: typeof joinGroup
}

/** UPnP Device Architecture 1.1 §1. */
const GROUP = { group: '239.255.255.250', port: 1900, ttl: 2 }
/**
 * Seconds until an announcement expires, and the interval of announcements in milliseconds, well
 * below that.
 */
const MAX_AGE = 1800
const ALIVE_EVERY = 800_000
/** Packets get lost: how often each message is sent, and the pause in milliseconds (§1.2.2). */
const REPEATS = 2
const REPEAT_PAUSE = 100
/** Maximum number of seconds over which answers are spread (§1.3.3). */
const MX_MAX = 5

const SERVER = `${osType()}/${release()} UPnP/1.1 Lintel/1.0`
const ROOT = 'upnp:rootdevice'

/** Announces the device to UPnP control points, and answers their searches. */
export async function openAdvertiser(parts: AdvertiserParts): Promise<Advertiser> {
  const { location, udn, place, clock, log, join = joinGroup } = parts
  const over = new AbortController()
  /** Increases with every start (§1.2.2). */
  const boot = Math.floor(clock.now() / 1000)
  const member = await join(GROUP, place, receive, log)

  /** The search targets of the device, with their unique names (§1.2.2). */
  const targets: readonly (readonly [target: string, usn: string])[] = [
    [ROOT, `${udn}::${ROOT}`],
    [udn, udn],
    [DEVICE_TYPE, `${udn}::${DEVICE_TYPE}`],
  ]

  const state = [`BOOTID.UPNP.ORG: ${boot}`, 'CONFIGID.UPNP.ORG: 1']
  const facts = [`CACHE-CONTROL: max-age=${MAX_AGE}`, `LOCATION: ${location}`, `SERVER: ${SERVER}`]

  async function notify(kind: 'ssdp:alive' | 'ssdp:byebye'): Promise<void> {
    for (const [target, usn] of targets) {
      await member.send(
        linesOf(
          'NOTIFY * HTTP/1.1',
          `HOST: ${GROUP.group}:${GROUP.port}`,
          ...(kind === 'ssdp:alive' ? facts : []),
          `NT: ${target}`,
          `NTS: ${kind}`,
          `USN: ${usn}`,
          ...state,
        ),
      )
    }
  }

  async function announceAlive(): Promise<void> {
    for (let attempt = 0; attempt < REPEATS; attempt += 1) {
      if (attempt > 0) await clock.wait(REPEAT_PAUSE, over.signal)
      await notify('ssdp:alive')
    }
  }

  const alive = () =>
    void announceAlive().catch((cause: unknown) => {
      if (!over.signal.aborted) log.error({ err: cause }, 'SSDP announcement failed')
    })

  function receive(bytes: Buffer, from: RemoteInfo): void {
    const search = searchIn(bytes.toString('latin1'))
    if (!search) return
    const matches = targets.filter(
      ([target]) => search.target === 'ssdp:all' || search.target === target,
    )
    if (matches.length === 0) return
    const pause = Math.random() * Math.min(search.seconds, MX_MAX) * 1000
    clock.wait(pause, over.signal).then(
      () => Promise.all(matches.map(([target, usn]) => respond(target, usn, from))),
      () => {},
    )
  }

  const respond = (target: string, usn: string, to: RemoteInfo) =>
    member.send(
      linesOf(
        'HTTP/1.1 200 OK',
        ...facts,
        `DATE: ${new Date(clock.now()).toUTCString()}`,
        'EXT:',
        `ST: ${target}`,
        `USN: ${usn}`,
        ...state,
      ),
      to,
    )

  alive()
  const stop = clock.every(ALIVE_EVERY, alive)

  return {
    async close() {
      if (over.signal.aborted) return
      over.abort()
      stop()
      for (let attempt = 0; attempt < REPEATS; attempt += 1) await notify('ssdp:byebye')
      member.close()
    },
  }
}

const linesOf = (...lines: string[]) => Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')

/** The search target and its maximum delay in seconds; undefined for anything else (§1.3.2). */
function searchIn(text: string): { target: string; seconds: number } | undefined {
  const [first, ...lines] = text.split('\r\n')
  if (first !== 'M-SEARCH * HTTP/1.1') return undefined
  const headers = new Map(
    lines.flatMap((line) => {
      const at = line.indexOf(':')
      return at < 1 ? [] : [[line.slice(0, at).trim().toUpperCase(), line.slice(at + 1).trim()]]
    }),
  )
  const target = headers.get('ST')
  const seconds = Number(headers.get('MX') ?? 0)
  if (headers.get('MAN') !== '"ssdp:discover"' || target === undefined) return undefined
  return { target, seconds: seconds >= 0 ? seconds : 0 }
}
