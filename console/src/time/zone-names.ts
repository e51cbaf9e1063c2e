/** The factory time zones of devices. */
const FACTORY = ['Europe/Stockholm', 'UTC', 'Etc/UTC']

/** Whether nobody has chosen a zone yet; a POSIX rule is always a choice. */
export const isFactoryZone = (zone: string): boolean => FACTORY.includes(zone)

/** The browser's own zone. */
export const browserZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Whether two names mean the same zone. */
export const isSameZone = (one: string, other: string): boolean =>
  canonical(one) === canonical(other)

/** A zone's name in a list that may have it under another one (`Asia/Calcutta`, `Asia/Kolkata`). */
export function findZone(zones: readonly string[], wanted: string): string | undefined {
  if (zones.includes(wanted)) return wanted
  const same = canonical(wanted)
  return zones.find((zone) => canonical(zone) === same)
}

function canonical(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return zone
  }
}
