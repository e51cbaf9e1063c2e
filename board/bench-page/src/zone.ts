import type { TimeZoneAtFront } from '@lintel/contract/wire'

const MINUTE = 60_000

/** `Europe/Stockholm (UTC+1)` in every language; `UTC` until the device has reported its zone. */
export function zoneText(zone: TimeZoneAtFront | null): string {
  if (!zone) return 'UTC'
  const name = zone.name.replaceAll('_', ' ')
  const offset = `UTC${offsetText(zone.offset)}`
  return name === offset ? name : `${name} (${offset})`
}

/** `+1`, `−3:30`, or nothing for UTC. */
function offsetText(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / MINUTE)
  if (minutes === 0) return ''
  const rest = minutes % 60
  const hours = Math.floor(minutes / 60)
  const part = rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`
  return `${offset < 0 ? '−' : '+'}${hours}${part}`
}
