import type { Health, HealthRange } from '@lintel/contract/calls/health'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { Segmented } from '@lintel/ui/segmented'
import { Skeleton } from '@lintel/ui/skeleton'
import { useStore } from '@lintel/ui/store'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { offsetAt } from '../../app/clock/device-clock.ts'
import { useInstant } from '../../app/clock/use-instant.ts'
import { connection } from '../../app/device.ts'
import { hasCardSlot } from '../../app/conditions.ts'
import { timeQuery } from '../../app/queries.ts'
import { QueryView } from '../../app/query-view.tsx'
import { useViewpoint } from '../../app/viewpoint.ts'
import { CallsCard } from './calls-card.tsx'
import styles from './health.module.css'
import { MeasureCard } from './measure-card.tsx'
import { offIn } from './measures.ts'
import type { Chart } from './measures.ts'
import { healthQuery } from './queries.ts'

const HOUR = 3_600_000

const RANGES = ['hour', 'day', 'week'] as const satisfies HealthRange[]

/** What the device has measured of itself, as charts. */
export function HealthPage() {
  const text = useText()
  const [chosen, setRange] = useState<HealthRange>()
  const range = chosen ?? 'day'
  const health = useQuery(healthQuery(range))
  // Then the banner says it.
  const gone = useStore(connection.gone)
  if (chosen === undefined && health.data) setRange(isNew(health.data) ? 'hour' : 'day')
  return (
    <>
      <PageHead
        title={text('pages.health')}
        note={text('health.note')}
        actions={
          <Segmented
            label={text('health.range')}
            value={range}
            options={RANGES.map((value) => ({ value, label: text(`health.range.${value}`) }))}
            onChange={setRange}
          />
        }
      />
      <QueryView query={health}>
        {(data) => (
          <>
            {health.error && !gone && <Stale fault={health.error} readAt={health.dataUpdatedAt} />}
            <Charts health={data} />
          </>
        )}
      </QueryView>
    </>
  )
}

/** Whether the device has measured for less than an hour, which a day would hardly show. */
const isNew = (day: Health): boolean => day.since === null || day.since > endOf(day) - HOUR

const endOf = ({ from, step, samples }: Health): number =>
  from + samples.temperature.mean.length * step * 1000

/** Says that the figures are out of date. */
function Stale({ fault, readAt }: { fault: unknown; readAt: number }) {
  const text = useText()
  const faultText = useFaultText()
  const instant = useInstant()
  return (
    <Notice status="warn" title={text('health.stale')}>
      {text('health.staleSince', { instant: instant(new Date(readAt).toISOString()) })}{' '}
      {faultText(fault)}
    </Notice>
  )
}

function Charts({ health }: { health: Health }) {
  const text = useText()
  const instant = useInstant()
  const time = useQuery(timeQuery)
  const withCard = hasCardSlot(useViewpoint()) === true || health.latest.storage !== null
  const moments = useMoments(health, time.data)
  const off = useMemo(() => offIn(health), [health])
  /** The step that all charts show. */
  const [cursor, setCursor] = useState<number>()
  if (time.isPending) return <Skeleton />
  const charts: Chart[] = ['temperature', 'processor', 'memory', 'connections', 'network']
  if (withCard) charts.push('storage')
  return (
    <>
      <div className={styles['charts']}>
        {charts.map((chart) => (
          <MeasureCard
            key={chart}
            chart={chart}
            health={health}
            moments={moments}
            off={off}
            cursor={cursor}
            onCursor={setCursor}
          />
        ))}
        <CallsCard calls={health.calls} />
      </div>
      {health.since !== null && (
        <p className={styles['since']}>
          {text('health.since', { instant: instant(new Date(health.since).toISOString()) })}
        </p>
      )}
    </>
  )
}

/** When each step begins: milliseconds whose UTC fields are the device's local ones. */
function useMoments(
  { from, step, samples }: Health,
  time: Parameters<typeof offsetAt>[0] | null | undefined,
): number[] {
  const count = samples.temperature.mean.length
  return useMemo(
    () =>
      Array.from({ length: count }, (_, index) => {
        const utc = from + index * step * 1000
        return utc + (time ? offsetAt(time, utc) * 60_000 : 0)
      }),
    [from, step, count, time],
  )
}
