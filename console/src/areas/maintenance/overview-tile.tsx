import { systemReady } from '@lintel/contract/calls/system'
import { formatElapsed, formatInstant } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { localAt } from '../../app/clock/device-clock.ts'
import { useNow } from '../../app/clock/use-now.ts'
import { connection, device } from '../../app/device.ts'
import { useReachable } from '../../app/events/use-reachable.ts'
import { timeQuery } from '../../app/queries.ts'
import { CLOCK_RESYNC } from '../../app/timing.ts'
import { TileView } from '../overview/tiles/tile-view.tsx'
import styles from '../overview/tiles/tile.module.css'

/** How long the device has been running, with the time of the answer by the monotonic and the browser's clock. */
const uptimeQuery = queryOptions({
  // The time that the bench skips counts, too.
  queryKey: ['time', 'uptime'],
  queryFn: async ({ signal }) => {
    const { uptime } = await device.call(systemReady, { timeout: 0 }, { signal })
    return { seconds: Number(uptime), at: performance.now(), asked: Date.now() }
  },
  refetchInterval: CLOCK_RESYNC,
})

/** How long the device has been running, and since when. */
export function UptimeTile() {
  const text = useText()
  return (
    <TileView query={useQuery(uptimeQuery)} shape="value">
      {(answer) =>
        Number.isNaN(answer.seconds) ? (
          <p className={styles['none']}>{text('ui.notReported')}</p>
        ) : (
          <Running {...answer} />
        )
      }
    </TileView>
  )
}

function Running(props: { seconds: number; at: number; asked: number }) {
  const text = useText()
  const language = useLanguage()
  const { data: time } = useQuery(timeQuery)
  const now = useNow()
  const isReachable = useReachable()
  // After that it may have restarted.
  const elapsed = isReachable ? now - props.asked : connection.answeredAt() - props.at
  const seconds = props.seconds + Math.max(0, elapsed) / 1000
  const start = props.at - props.seconds * 1000
  return (
    <>
      <p className={styles['value']}>{formatElapsed(language, seconds)}</p>
      {time && (
        <p className={styles['sub']}>
          {text('tiles.uptime.since', { time: formatInstant(language, localAt(time, start)) })}
        </p>
      )}
    </>
  )
}
