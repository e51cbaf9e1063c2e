import * as v from 'valibot'
import { jsonCall, restCall, textCall } from '../call.ts'
import type { AnswerOf } from '../call.ts'
import { asText, okText, requestFailed } from '../text.ts'

const date = { path: '/axis-cgi/date.cgi', methods: ['GET', 'POST'] } as const
const origin = { source: 'A §7 Date and time', proof: 'fixture' } as const
const read = { access: 'viewer', effect: 'read' } as const
const write = { access: 'admin', effect: 'write' } as const

export const getDateAndTime = textCall({
  ...date,
  ...origin,
  ...read,
  id: 'date.get',
  action: 'get',
  summary: 'Returns the local date and time: `Nov 20, 2026 14:07:32`.',
  request: v.object({}),
  format: {
    ...requestFailed,
    encode: (text: string) => `${text}\r\n`,
    decode: (text: string) => text.trim(),
  },
})

export const getDate = textCall({
  ...date,
  ...origin,
  ...read,
  id: 'date.getdate',
  action: 'getdate',
  summary: 'Returns the local date: `2026-11-20`.',
  request: v.object({}),
  format: { ...requestFailed, ...asText },
})

export const getTime = textCall({
  ...date,
  ...origin,
  ...read,
  id: 'date.gettime',
  action: 'gettime',
  summary: 'Returns the local time: `14:07:32`.',
  request: v.object({}),
  format: { ...requestFailed, ...asText },
})

export const setDate = textCall({
  ...date,
  ...origin,
  ...write,
  id: 'date.set',
  action: 'set',
  summary: 'Sets the given parts of the local date, time and zone; the rest stays.',
  request: v.object({
    year: v.optional(v.string()),
    month: v.optional(v.string()),
    day: v.optional(v.string()),
    hour: v.optional(v.string()),
    minute: v.optional(v.string()),
    second: v.optional(v.string()),
    timezone: v.optional(v.string()),
  }),
  format: { ...requestFailed, ...okText },
})

const time = {
  path: '/axis-cgi/time.cgi',
  apiVersion: '1.0',
  answersWith: '1.1',
  codes: 'older',
} as const

const dateTimeInfo = {
  /** UTC, `2026-11-20T13:07:32Z`. */
  dateTime: v.string(),
  /** With the zone's offset, `2026-11-20T14:07:32+01:00`. */
  localDateTime: v.string(),
  maxYearSupported: v.number(),
  /** Absent while a POSIX zone is in use. */
  timeZone: v.optional(v.string()),
  posixTimeZone: v.string(),
  dstEnabled: v.boolean(),
}

export const getDateTimeInfo = jsonCall({
  ...time,
  ...origin,
  ...read,
  id: 'time.getDateTimeInfo',
  method: 'getDateTimeInfo',
  summary: 'Returns the date, the time and the time zone.',
  request: v.object({}),
  data: v.object(dateTimeInfo),
})

export const getAllTime = jsonCall({
  ...time,
  ...origin,
  ...read,
  id: 'time.getAll',
  method: 'getAll',
  summary: 'Returns the date, the time, the time zone, and every time zone that can be set.',
  request: v.object({}),
  data: v.object({
    ...dateTimeInfo,
    dhcpTimeZone: v.string(),
    dhcpTimeZoneUtilized: v.boolean(),
    timeZones: v.array(v.string()),
  }),
})

export const setDateTime = jsonCall({
  ...time,
  ...origin,
  ...write,
  id: 'time.setDateTime',
  method: 'setDateTime',
  summary: 'Sets the clock, given in UTC.',
  request: v.object({ dateTime: v.string() }),
  data: v.object({}),
})

export const setTimeZone = jsonCall({
  ...time,
  ...origin,
  ...write,
  id: 'time.setTimeZone',
  method: 'setTimeZone',
  summary: 'Sets the time zone by its IANA name.',
  request: v.object({ timeZone: v.string() }),
  data: v.object({ timeZone: v.string() }),
})

export const setPosixTimeZone = jsonCall({
  ...time,
  ...origin,
  ...write,
  id: 'time.setPosixTimeZone',
  method: 'setPosixTimeZone',
  summary: 'Sets the time zone by a POSIX rule.',
  request: v.object({ posixTimeZone: v.string(), enableDst: v.optional(v.boolean(), true) }),
  data: v.object({ posixTimeZone: v.string() }),
})

export const resetTimeZone = jsonCall({
  ...time,
  ...origin,
  ...write,
  id: 'time.resetTimeZone',
  method: 'resetTimeZone',
  summary: 'Resets the time zone to its factory value.',
  request: v.object({}),
  data: v.object({}),
})

export const getTimeVersions = jsonCall({
  ...time,
  ...origin,
  ...read,
  id: 'time.getSupportedVersions',
  method: 'getSupportedVersions',
  summary: 'Lists the supported versions of this call.',
  request: v.object({}),
  data: v.object({ apiVersions: v.array(v.string()) }),
})

/**
 * Why the clock is not synchronised: the cable is unplugged; the server's name is unknown; there is
 * no route to it; nothing listens there; it does not answer; it is not synchronised itself; it
 * refuses this device; it asks for fewer requests; its answer breaks the protocol; the device could
 * not set its clock.
 */
const TIME_FAILURES = [
  'noCable',
  'noName',
  'noRoute',
  'noService',
  'noAnswer',
  'unsynchronised',
  'denied',
  'tooOften',
  'invalid',
  'notSet',
] as const

export type TimeFailure = (typeof TIME_FAILURES)[number]

export const getTimeStatus = restCall({
  id: 'time.status',
  path: '/lintel/time/status',
  own: true,
  methods: ['GET'],
  ...read,
  source: 'own design',
  proof: 'own design',
  summary: 'Says whether the clock follows a time server, and the outcome of the last attempt.',
  request: v.object({}),
  data: v.object({
    /**
     * `off`: the time source is not NTP; `noServer`: it is, but neither DHCP nor the parameters
     * name a server; `asking`: this server has not answered yet; `failed`: see `failure`, and it is
     * tried again.
     */
    state: v.picklist(['off', 'noServer', 'asking', 'synchronised', 'failed']),
    /** As it was configured; empty without one. */
    server: v.string(),
    failure: v.optional(v.picklist(TIME_FAILURES)),
    /** Seconds until the next request; absent while one is under way and when none is planned. */
    nextIn: v.optional(v.number()),
    /** The last valid answer since the start, perhaps from another server. */
    last: v.optional(
      v.object({
        server: v.string(),
        secondsAgo: v.number(),
        /** Milliseconds that the server was ahead of the device. */
        offset: v.number(),
        /** Round-trip time in milliseconds. */
        delay: v.number(),
        /** 1: a server with a reference clock; each hop adds one. */
        stratum: v.number(),
      }),
    ),
  }),
})

export type TimeStatus = AnswerOf<typeof getTimeStatus>
