import type { Health } from '@lintel/contract/calls/health'
import { Card } from '@lintel/ui/card'
import { figuresOf } from '@lintel/ui/chart-scale'
import type { Run } from '@lintel/ui/chart-scale'
import { Chip } from '@lintel/ui/chip'
import { useLanguage, useText } from '@lintel/ui/i18n'
import type { TextOf } from '@lintel/ui/i18n'
import { TimeChart } from '@lintel/ui/time-chart'
import { TimeTable } from '@lintel/ui/time-table'
import { useMemo } from 'react'
import styles from './health.module.css'
import { AXIS_OF, MEASURES_OF, stateOf, STATUS, withLatest, writerOf } from './measures.ts'
import type { Chart } from './measures.ts'

/** A measure: its latest value, its range in words, and a chart. */
export function MeasureCard(props: {
  chart: Chart
  health: Health
  moments: readonly number[]
  /** Where the device was off. */
  off: readonly Run[]
  cursor: number | undefined
  onCursor: (step: number | undefined) => void
}) {
  const { chart, health, moments, off, cursor, onCursor } = props
  const text = useText()
  const language = useLanguage()
  const write = useMemo(() => writerOf(chart, language), [chart, language])
  const measures = MEASURES_OF[chart]
  const series = useMemo(
    () =>
      measures.map((measure) => ({
        name: text(`health.${measure}`),
        ...withLatest(health.samples[measure], health.latest[measure]),
      })),
    [measures, health, text],
  )
  const title = text(`health.${chart}`)
  const state = stateOf(chart, health)
  const total = totalOf(chart, health)
  const figures = series.map((one) => figuresOf(one))
  const measured = figures.some(Boolean)
  const { warm, cold } = health.limits.temperature
  return (
    <Card
      title={title}
      note={noteOf(text, chart)}
      actions={state && <Chip status={STATUS[state]}>{text(`health.state.${state}`)}</Chip>}
    >
      <div className={styles['body']} data-field={chart}>
        <p className={styles['now']}>
          {measures.map((measure) => {
            const value = health.latest[measure]
            return (
              <span key={measure}>
                {measures.length > 1 && <small>{text(`health.${measure}`)}</small>}{' '}
                <b>{value === null ? '–' : write(value)}</b>
              </span>
            )
          })}{' '}
          {total !== undefined && <small>{text('health.ofTotal', { total: write(total) })}</small>}
        </p>
        <p className={styles['line']}>
          {series.map(({ name }, index) => (
            <span key={name}>
              {spreadText(text, write, figures[index], series.length > 1 && name)}{' '}
            </span>
          ))}
          {chart === 'temperature' &&
            text('health.limits', { cold: write(cold), warm: write(warm) })}
          {chart === 'storage' && health.latest.storage === null && text('health.storage.none')}
        </p>
        {measured && (
          <>
            <TimeChart
              label={text('health.chart', { measure: title })}
              moments={moments}
              series={series}
              format={write}
              {...AXIS_OF[chart]}
              gaps={off}
              limits={
                chart === 'temperature'
                  ? [
                      { value: warm, label: text('health.state.warm') },
                      { value: cold, label: text('health.state.cold') },
                    ]
                  : []
              }
              cursor={cursor}
              onCursor={onCursor}
              none={text('health.noReading')}
              gap={text('health.gap')}
            />
            <TimeTable
              caption={text('health.chart', { measure: title })}
              moments={moments}
              series={series}
              format={write}
              words={{
                open: text('health.figures'),
                time: text('health.time'),
                mean: text('health.mean'),
                low: text('health.low'),
                high: text('health.high'),
                none: '–',
              }}
            />
          </>
        )}
      </div>
    </Card>
  )
}

/** What exactly is measured, where the title doesn't say it. */
function noteOf(text: TextOf, chart: Chart): string | undefined {
  if (chart === 'connections' || chart === 'network') return text(`health.${chart}.note`)
  return chart === 'processor' || chart === 'memory' ? text('health.software') : undefined
}

/** The total that a measure is a part of. */
function totalOf(chart: Chart, { latest, limits }: Health): number | undefined {
  return chart === 'storage' && latest.storage !== null ? (limits.storage ?? undefined) : undefined
}

function spreadText(
  text: TextOf,
  write: (value: number) => string,
  figures: ReturnType<typeof figuresOf>,
  name: string | false,
): string {
  if (!figures) return text('health.nothing')
  const values = {
    low: write(figures.low),
    mean: write(figures.mean),
    high: write(figures.high),
  }
  return name === false
    ? text('health.spread', values)
    : text('health.spreadOf', { ...values, name })
}
