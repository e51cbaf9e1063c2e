import * as v from 'valibot'
import { jsonCall } from '../call.ts'
import { TIME_SERVERS_MAX } from '../parameters/time.ts'

const ntp = {
  path: '/axis-cgi/ntp.cgi',
  apiVersion: '1.0',
  answersWith: '1.5',
  codes: 'older',
  access: 'admin',
  source: 'public documentation of the interface: NTP API',
  proof: 'fixture',
} as const

/** The shortest and longest poll interval in seconds, as powers of two. */
export const POLL_EXPONENTS = { min: 6, max: 10 } as const

/** Where the client has its servers from; with `DHCP` from the lease. */
const serversSource = v.picklist(['DHCP', 'static'])

/** A list that has to stay empty; clients also clear one with an empty text. */
const none = v.pipe(v.array(v.literal('')), v.maxLength(1))

export const getNtpInfo = jsonCall({
  ...ntp,
  id: 'ntp.getNTPInfo',
  method: 'getNTPInfo',
  effect: 'read',
  summary: 'Returns the settings of the NTP client, and whether it is synchronised.',
  request: v.object({}),
  data: v.object({
    client: v.object({
      enabled: v.boolean(),
      /** The device has no NTS (RFC 8915): always false, and its lists are empty. */
      NTSEnabled: v.boolean(),
      serversSource,
      maxSupportedStaticServers: v.number(),
      staticServers: v.array(v.string()),
      advertisedServers: v.array(v.string()),
      staticNTSKEServers: v.array(v.string()),
      NTSKEServerCACerts: v.array(v.string()),
      /** Whether the time was synchronised since the last start. */
      synced: v.boolean(),
      /** Seconds until the next request; 0 without a server. */
      timeToNextSync: v.number(),
      /** Milliseconds that the server was ahead of the device at the last answer; 0 before one. */
      timeOffset: v.number(),
      /** The shortest and longest poll interval, as powers of two in seconds. */
      minpoll: v.number(),
      maxpoll: v.number(),
    }),
  }),
})

export const setNtpClient = jsonCall({
  ...ntp,
  id: 'ntp.setNTPClientConfiguration',
  method: 'setNTPClientConfiguration',
  effect: 'write',
  summary:
    'Sets the given settings of the NTP client, which asks its servers in this order. The device has no NTS and fixed poll intervals, so it refuses others, as it does members that it does not know.',
  request: v.strictObject({
    enabled: v.optional(v.boolean()),
    serversSource: v.optional(serversSource),
    /** An empty text alone clears the list, as an empty list does. */
    staticServers: v.optional(v.pipe(v.array(v.string()), v.maxLength(TIME_SERVERS_MAX))),
    NTSEnabled: v.optional(v.literal(false)),
    staticNTSKEServers: v.optional(none),
    NTSKEServerCACerts: v.optional(none),
    minpoll: v.optional(v.literal(POLL_EXPONENTS.min)),
    maxpoll: v.optional(v.literal(POLL_EXPONENTS.max)),
  }),
  data: v.object({}),
})

export const getNtpVersions = jsonCall({
  ...ntp,
  id: 'ntp.getSupportedVersions',
  method: 'getSupportedVersions',
  effect: 'read',
  summary: 'Lists the supported versions of this call.',
  request: v.object({}),
  data: v.object({ apiVersions: v.array(v.string()) }),
})
