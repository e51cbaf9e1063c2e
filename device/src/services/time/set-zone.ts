import { Refusal } from '@lintel/contract/fault'
import type { RequestContext } from '@lintel/front-door/serve'
import { isZoneName } from '../../clock/zone.ts'
import type { Device } from '../../device.ts'
import { posixRuleOf } from './derive.ts'
import { ZONE_DST, ZONE_NAME, ZONE_RULE } from './local.ts'

const LISTED = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])

/** Every zone of the host's IANA database, and UTC. */
export const zoneNames = (): string[] => Array.from(LISTED).toSorted()

/**
 * The zone's name as it is stored: in the list's spelling, or for an alias as it was sent.
 * @throws Refusal `invalid` if the host doesn't know the zone
 */
export function zoneNamed(text: string): string {
  if (LISTED.has(text)) return text
  // `+01:00` is not a name, though newer versions of Node accept it.
  if (!/^[A-Za-z]/.test(text) || !isZoneName(text)) {
    throw new Refusal('invalid', 'unknown time zone.')
  }
  const lower = text.toLowerCase()
  return zoneNames().find((name) => name.toLowerCase() === lower) ?? text
}

/** Refuses a write of the zone over a version that is not current. */
export function matchZone({ parameters }: Device, context: RequestContext): void {
  context.mustMatch((version) => parameters.versions.isCurrent(version, [ZONE_NAME]))
}

/** Sets an IANA zone, and stores its POSIX rule of this year with it. */
export function useZone(device: Device, name: string): void {
  const year = new Date(device.clock.now()).getUTCFullYear()
  device.parameters.set({
    [ZONE_NAME]: name,
    [ZONE_RULE]: posixRuleOf(name, year),
    [ZONE_DST]: true,
  })
}
