import { Refusal } from '@lintel/contract/fault'
import { isZoneName } from '../../clock/zone.ts'
import type { Device } from '../../device.ts'
import { posixRuleOf } from './derive.ts'
import { ZONE_DST, ZONE_NAME, ZONE_RULE } from './local.ts'

const LISTED = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])

/** Every zone of the IANA database that the host lists, and UTC. */
export const zoneNames = (): string[] => Array.from(LISTED).toSorted()

/**
 * The zone's name as it is kept: as the list spells it, another name of a zone as it was given.
 * @throws Refusal `invalid` when the host knows no such zone.
 */
export function zoneNamed(text: string): string {
  if (LISTED.has(text)) return text
  // `+01:00` is no name, though newer hosts take it for one.
  if (!/^[A-Za-z]/.test(text) || !isZoneName(text)) {
    throw new Refusal('invalid', 'unknown time zone.')
  }
  const lower = text.toLowerCase()
  return zoneNames().find((name) => name.toLowerCase() === lower) ?? text
}

/** Lives by a zone of the IANA database; its POSIX rule of this year is kept beside it. */
export function useZone(device: Device, name: string): void {
  const year = new Date(device.clock.now()).getUTCFullYear()
  device.parameters.set({
    [ZONE_NAME]: name,
    [ZONE_RULE]: posixRuleOf(name, year),
    [ZONE_DST]: true,
  })
}
