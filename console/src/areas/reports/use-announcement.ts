import { useText } from '@lintel/ui/i18n'
import { useEffect, useRef, useState } from 'react'
import { LOG_ANNOUNCED } from '../../app/timing.ts'
import type { Line } from './log-lines.ts'

/**
 * What screen readers announce of new lines, at most once every few seconds: the text of a single
 * line, or the number of several and the text of the last.
 * @param follows whether the person follows the log; otherwise nothing is announced
 */
export function useAnnouncement(lines: readonly Line[], follows: boolean): string {
  const text = useText()
  const last = lines.at(-1)
  const [heard, setHeard] = useState(last?.id ?? 0)
  const [announcement, setAnnouncement] = useState('')
  const latest = useRef(lines)
  useEffect(() => {
    latest.current = lines
  }, [lines])
  const isNew = follows && last !== undefined && last.id > heard

  // What has come while the log stood still is not announced afterwards.
  if (!follows && last !== undefined && last.id > heard) setHeard(last.id)

  useEffect(() => {
    if (!isNew) return undefined
    const timer = setTimeout(() => {
      const fresh = latest.current.filter(({ id }) => id > heard)
      const newest = fresh.at(-1)
      if (!newest) return
      setHeard(newest.id)
      setAnnouncement(
        fresh.length === 1
          ? newest.text
          : text('reports.log.announced', { count: fresh.length, last: newest.text }),
      )
    }, LOG_ANNOUNCED)
    return () => clearTimeout(timer)
  }, [isNew, heard, text])

  return announcement
}
