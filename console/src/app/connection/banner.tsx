import { lossShown, lostSaves } from '@lintel/ui/device-loss'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useStore } from '@lintel/ui/store'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { formatClock, localAt } from '../clock/device-clock.ts'
import { connection } from '../device.ts'
import { movedTo } from '../events/live.ts'
import { timeQuery } from '../queries.ts'
import { pageAt } from '../trial/move.ts'
import styles from './banner.module.css'

/**
 * Reports once that the device does not answer, and its new address if known; it disappears by
 * itself when the device is back.
 */
export function ConnectionBanner() {
  const text = useText()
  const gone = useStore(connection.gone)
  const moved = useStore(movedTo)
  if (moved && (gone || moved.sent)) {
    const { url, seconds } = moved
    return (
      <Notice status={moved.sent ? 'warn' : 'crit'} title={text('shell.moved')}>
        <a href={pageAt(moved)}>{url}</a>{' '}
        {seconds === undefined ? text('shell.movedNote') : text('shell.movedTrial', { seconds })}
      </Notice>
    )
  }
  return gone ? <Gone /> : null
}

/** Says as of when the page is, and whether a save may have been lost. */
function Gone() {
  const text = useText()
  const saves = useStore(lostSaves)
  const { data: clock } = useQuery(timeQuery)
  useEffect(() => {
    lossShown.set(true)
    return () => lossShown.set(false)
  }, [])
  const at = connection.answeredAt()
  const local = clock ? localAt(clock, at) : browserTime(at)
  return (
    <div className={styles['gone']} data-loss="">
      <Notice status="crit" title={text('ui.gone')}>
        {saves > 0 && text('shell.goneSave')}{' '}
        {text('shell.goneNote', { time: formatClock(local).slice(0, 5) })}
      </Notice>
    </div>
  )
}

/** The browser's local time at a monotonic time, in UTC fields. */
function browserTime(at: number): Date {
  const utc = performance.timeOrigin + at
  return new Date(utc - new Date(utc).getTimezoneOffset() * 60_000)
}
