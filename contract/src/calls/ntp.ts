import * as v from 'valibot'
import { jsonCall } from '../call.ts'

const ntp = {
  path: '/axis-cgi/ntp.cgi',
  apiVersion: '1.0',
  answersWith: '1.5',
  codes: 'older',
  access: 'admin',
  source: 'public documentation of the interface: NTP API',
  proof: 'fixture',
} as const

/** Where the client has its servers from; with `DHCP` from the lease. */
const serversSource = v.picklist(['DHCP', 'static'])

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
  summary: 'Sets the given settings of the NTP client. The device takes one server and has no NTS.',
  request: v.object({
    enabled: v.optional(v.boolean()),
    serversSource: v.optional(serversSource),
    staticServers: v.optional(v.pipe(v.array(v.string()), v.maxLength(1))),
    NTSEnabled: v.optional(v.literal(false)),
    staticNTSKEServers: v.optional(v.pipe(v.array(v.string()), v.maxLength(0))),
    NTSKEServerCACerts: v.optional(v.pipe(v.array(v.string()), v.maxLength(0))),
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
