import { getTimeStatus } from '@lintel/contract/calls/time'
import { Chip } from '@lintel/ui/chip'
import { formatDay } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import {
  formatClock,
  formatOffset,
  localAt,
  offsetAt,
  utcAt,
} from '../../app/clock/device-clock.ts'
import type { DeviceTime } from '../../app/clock/device-clock.ts'
import { useTick } from '../../app/clock/use-tick.ts'
import { deviceHas } from '../../app/firmware.ts'
import { timeQuery } from '../../app/queries.ts'
import { TileView } from '../overview/tiles/tile-view.tsx'
import styles from '../overview/tiles/tile.module.css'
import { timeStatusQuery } from './queries.ts'

/** The device's time in its own zone, and whether it follows a time server. */
export function TimeTile() {
  const text = useText()
  return (
    <TileView query={useQuery(timeQuery)} shape="value">
      {(time) =>
        time ? <Now time={time} /> : <p className={styles['none']}>{text('ui.notReported')}</p>
      }
    </TileView>
  )
}

const CHIPS = {
  off: 'neutral',
  noServer: 'warn',
  asking: 'neutral',
  synchronised: 'ok',
  failed: 'warn',
} as const

function Now({ time }: { time: DeviceTime }) {
  const text = useText()
  const language = useLanguage()
  const now = useTick(time)
  const local = localAt(time, now)
  const { data: status } = useQuery({ ...timeStatusQuery, enabled: deviceHas(getTimeStatus) })
  return (
    <>
      <p className={styles['value']}>
        <time dateTime={local.toISOString().slice(0, 19)}>{formatClock(local)}</time>
        {status && (
          <span className={styles['beside']}>
            <Chip status={CHIPS[status.state]}>
              {text(status.state === 'off' ? 'datetime.by.hand' : `datetime.state.${status.state}`)}
            </Chip>
          </span>
        )}
      </p>
      <p className={styles['sub']}>
        <span>{formatDay(language, local)}</span>
        <span>{time.zone ?? formatOffset(offsetAt(time, utcAt(time, now)))}</span>
      </p>
    </>
  )
}
