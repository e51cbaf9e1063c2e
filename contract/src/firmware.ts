/**
 * What firmware versions have and lack, for consoles that meet devices of any age and for the
 * bench, where a device can emulate an older or newer one.
 */
import type { Call } from './call.ts'

/**
 * The firmware versions that the device can emulate: its own with everything, one of 2021, one of
 * 2026.
 */
export const PERSONAS = ['own', '9.80', '12.11'] as const
export type PersonaId = (typeof PERSONAS)[number]

/** Announces calls of our own design; devices without the parameter lack these calls. */
export const OWN_CALLS = 'root.Properties.API.Lintel.Version'
export const FIRMWARE_VERSION = 'root.Properties.Firmware.Version'

/** What a console needs to know about a device's firmware. */
export interface Firmware {
  /** As the device reports it, `9.80.3`; empty if it does not. */
  version: string
  /** Whether services under `/vapix/` have their public names. */
  publicNames: boolean
  ownCalls: boolean
  /** Paths at which the device has nothing, and ids of calls that it lacks at the others. */
  lacks?: ReadonlySet<string>
}

/** The firmware versions of others that the device can emulate. */
export const EMULATED: Readonly<Record<Exclude<PersonaId, 'own'>, Firmware>> = {
  '9.80': { version: '9.80.2.2', publicNames: false, ownCalls: false },
  '12.11': { version: '12.11.77', publicNames: true, ownCalls: false },
}

/**
 * The firmware of a device with these parameters; without a version it counts as old and has none
 * of our calls.
 */
export function firmwareOf(values: ReadonlyMap<string, string>): Firmware {
  const version = values.get(FIRMWARE_VERSION) ?? ''
  const ownCalls = values.has(OWN_CALLS)
  // Ours answers at both paths; the specification's are the older ones.
  return { version, publicNames: !ownCalls && isFrom(version, PUBLIC_NAMES), ownCalls }
}

/** Major and minor version. */
type Version = readonly [major: number, minor: number]

const PUBLIC_NAMES: Version = [10, 5]

/** The version from which on a call, or a whole family, is gone. */
const GONE: Readonly<Record<string, Version>> = {
  audiorelay: [11, 0],
  clientnotes: [11, 0],
}

/** Whether a device of this firmware has the call. */
export function hasCall(
  firmware: Firmware,
  call: Pick<Call, 'id' | 'own'> & Partial<Pick<Call, 'path'>>,
): boolean {
  if (firmware.ownCalls) return true
  if (call.own || firmware.lacks?.has(call.id)) return false
  if (call.path !== undefined && firmware.lacks?.has(call.path)) return false
  const gone = GONE[call.id] ?? GONE[call.id.split('.')[0] ?? '']
  return gone === undefined || !isFrom(firmware.version, gone)
}

function isFrom(version: string, [major, minor]: Version): boolean {
  const [, ownMajor, ownMinor] = /^(\d+)\.(\d+)/.exec(version) ?? []
  if (ownMajor === undefined) return false
  return Number(ownMajor) > major || (Number(ownMajor) === major && Number(ownMinor) >= minor)
}

/** Whether a firmware version (`9.80.3`) is older than another; missing parts count as 0. */
export function isOlder(version: string, than: string): boolean {
  const [parts, others] = [version, than].map((text) => text.split('.').map(Number))
  for (let place = 0; place < 4; place += 1) {
    const difference = (parts?.[place] ?? 0) - (others?.[place] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
