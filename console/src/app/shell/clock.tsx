import { DeviceFault } from '@lintel/contract/fault'
import { formatDay } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { useStore } from '@lintel/ui/store'
import { useQuery } from '@tanstack/react-query'
import { formatClock, formatOffset, localAt, offsetAt, utcAt } from '../clock/device-clock.ts'
import type { DeviceTime } from '../clock/device-clock.ts'
import { useTick } from '../clock/use-tick.ts'
import { connection } from '../device.ts'
import { timeQuery } from '../queries.ts'
import { isBuilt, isOpen } from '../routing/page-table.ts'
import { usePages } from '../routing/pages-context.ts'
import { hrefTo, paths } from '../routing/paths.ts'
import { useViewpoint } from '../viewpoint.ts'
import styles from './clock.module.css'

/** The device's time in its own zone; nothing if the device does not report it. */
export function Clock() {
  const { data, error } = useQuery(timeQuery)
  const refused =
    error instanceof DeviceFault && error.kind !== 'unreachable' && error.kind !== 'timeout'
  return data && !refused ? <Ticking time={data} /> : null
}

const browserOffset = (utc: number) => -new Date(utc).getTimezoneOffset()

/** Administrators get a link to the settings, if the page exists. A §2 Top bar. */
function Ticking({ time }: { time: DeviceTime }) {
  const text = useText()
  const language = useLanguage()
  const viewpoint = useViewpoint()
  const pages = usePages()
  const now = useTick(time)
  const local = localAt(time, now)
  const offset = offsetAt(time, utcAt(time, now))
  const browser = browserOffset(utcAt(time, now))
  const zone = time.zone ?? formatOffset(offset)
  const day = formatDay(language, local)
  // It goes on by itself, but nobody confirms it.
  const gone = useStore(connection.gone) || undefined
  const settings = pages.filter(isBuilt).find(({ path }) => path === paths.datetime())

  const shown = (
    <>
      <span className={styles['now']}>
        <time dateTime={local.toISOString().slice(0, 19)}>{formatClock(local)}</time>
        <span className={styles['day']}>{day}</span>
        <span className={styles['zone']}>{zone}</span>
      </span>
      {browser !== offset && (
        <small>{text('shell.otherZone', { zone: formatOffset(browser) })}</small>
      )}
    </>
  )
  const label = text('ui.deviceTime')
  return settings && isOpen(settings, viewpoint) ? (
    <a
      className={styles['clock']}
      href={hrefTo(paths.datetime())}
      aria-label={label}
      data-gone={gone}
    >
      {shown}
    </a>
  ) : (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- none of those tags is a line of text
    <div className={styles['clock']} role="group" aria-label={label} data-gone={gone}>
      {shown}
    </div>
  )
}
