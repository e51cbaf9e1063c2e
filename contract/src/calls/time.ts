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
  summary: 'The local date and time: `Nov 20, 2026 14:07:32`.',
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
  summary: 'The local date: `2026-11-20`.',
  request: v.object({}),
  format: { ...requestFailed, ...asText },
})

export const getTime = textCall({
  ...date,
  ...origin,
  ...read,
  id: 'date.gettime',
  action: 'gettime',
  summary: 'The local time: `14:07:32`.',
  request: v.object({}),
  format: { ...requestFailed, ...asText },
})

export const setDate = textCall({
  ...date,
  ...origin,
  ...write,
  id: 'date.set',
  action: 'set',
  summary: 'Sets what is given of the local date, time and zone; the rest stays.',
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
  summary: 'The date, the time and the zone in use.',
  request: v.object({}),
  data: v.object(dateTimeInfo),
})

export const getAllTime = jsonCall({
  ...time,
  ...origin,
  ...read,
  id: 'time.getAll',
  method: 'getAll',
  summary: 'The same, and every zone that can be set.',
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
  summary: 'Sets the zone by its IANA name.',
  request: v.object({ timeZone: v.string() }),
  data: v.object({ timeZone: v.string() }),
})

export const setPosixTimeZone = jsonCall({
  ...time,
  ...origin,
  ...write,
  id: 'time.setPosixTimeZone',
  method: 'setPosixTimeZone',
  summary: 'Sets the zone by a POSIX rule.',
  request: v.object({ posixTimeZone: v.string(), enableDst: v.optional(v.boolean(), true) }),
  data: v.object({ posixTimeZone: v.string() }),
})

export const resetTimeZone = jsonCall({
  ...time,
  ...origin,
  ...write,
  id: 'time.resetTimeZone',
  method: 'resetTimeZone',
  summary: 'Goes back to the factory zone.',
  request: v.object({}),
  data: v.object({}),
})

export const getTimeVersions = jsonCall({
  ...time,
  ...origin,
  ...read,
  id: 'time.getSupportedVersions',
  method: 'getSupportedVersions',
  summary: 'The versions of this call that can be asked for.',
  request: v.object({}),
  data: v.object({ apiVersions: v.array(v.string()) }),
})

/**
 * Why there is no time by network: the cable is out; the server's name is unknown; no way leads to
 * it; nothing listens there; nothing comes back; it does not know the time itself; it refuses this
 * device; it wants to be asked less often; what it says breaks the protocol; the device could not set
 * its clock by it.
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
  summary: 'Whether the clock follows a time server, and what came of it last.',
  request: v.object({}),
  data: v.object({
    /**
     * `off`: the time source is not NTP; `noServer`: it is, and DHCP or the parameters name none;
     * `asking`: no answer of this server yet; `failed`: see `failure`, and it is asked again.
     */
    state: v.picklist(['off', 'noServer', 'asking', 'synchronised', 'failed']),
    /** As it was named; empty without one. */
    server: v.string(),
    failure: v.optional(v.picklist(TIME_FAILURES)),
    /** The last good answer since the start; another server's, perhaps. */
    last: v.optional(
      v.object({
        server: v.string(),
        secondsAgo: v.number(),
        /** Milliseconds that the server was ahead of the device. */
        offset: v.number(),
        /** Milliseconds of the way there and back. */
        delay: v.number(),
        /** 1: a server with a clock of its own; each one further away counts one more. */
        stratum: v.number(),
      }),
    ),
  }),
})

export type TimeStatus = AnswerOf<typeof getTimeStatus>
