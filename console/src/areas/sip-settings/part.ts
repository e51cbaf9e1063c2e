import type { SipValues } from './settings.ts'

/** The tabs of the page. B §2 (SIPSET-01). */
export const PARTS = ['calls', 'ports', 'nat', 'advanced'] as const
export type Part = (typeof PARTS)[number]

const FIELDS: Record<Part, readonly (keyof SipValues)[]> = {
  calls: ['enabled', 'callingTimeout', 'twoWayVideo', 'allowIncoming', 'answeringTimeout'],
  ports: ['sipPort', 'tlsPort', 'rtpPort'],
  nat: ['ice', 'stun', 'stunServer', 'turn', 'turnServer', 'turnUser', 'turnPassword'],
  advanced: [
    'maxDuration',
    'endless',
    'interval',
    'codecs',
    'audioDirection',
    'viaRewrite',
    'contactRewrite',
    'noTcpSwitch',
    'payloadType',
    'packetization',
    'videoDirection',
  ],
}

/** The tabs that have one of these fields. */
export const partsWith = (fields: readonly string[]): Part[] =>
  PARTS.filter((part) => FIELDS[part].some((field) => fields.includes(field)))
