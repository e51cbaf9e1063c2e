import type { KeyboardEvent, PointerEvent } from 'react'
import { useMemo } from 'react'
import { areaBetween, lineThrough, momentFormat, ticksOf, valueAxis } from './chart-scale.tsx'
import type { Column, Run, ValueAxis } from './chart-scale.tsx'
import { useLanguage } from './i18n.tsx'
import styles from './time-chart.module.css'

/** A line of a chart: a mean for each moment, and how far the numbers were around it. */
export interface TimeSeries {
  name: string
  mean: Column
  low: Column
  high: Column
}

/** The part of a narrow axis after which there is no room for a label. */
const LATE = 0.8
/** The same of a wide one. */
const LAST = 0.95

/** Steps that Page up and Page down move by. */
const LEAP = 10

/**
 * Numbers over time as one or two lines, with the area between the lowest and the highest numbers of
 * each step behind them. Where nothing was measured, the lines are broken; gaps are hatched. It
 * is vector graphics in the colours of the page, so it fits any width and prints. Pointer and arrow
 * keys show the numbers of a step; for screen readers, it is a slider over the steps whose value text
 * has them. Show `TimeTable` below it for all of the numbers.
 * @param props.label its accessible name: what it shows
 * @param props.moments the beginning of each step: milliseconds, whose UTC fields are those to show
 * @param props.format writes a number with its unit
 * @param props.from the lowest number that the axis has to show; by default that of the data
 * @param props.to likewise the highest one
 * @param props.least the smallest distance between two numbers on the axis
 * @param props.gaps parts to hatch, such as those in which the device was off (`gapsIn`); charts of the
 *   same moments share them
 * @param props.limits numbers that are drawn as a dashed line if the axis reaches them
 * @param props.cursor the step whose numbers are shown, which charts of the same moments can share
 * @param props.none the words for a moment without a number
 * @param props.gap the words for what is hatched
 */
export function TimeChart(props: {
  label: string
  moments: readonly number[]
  series: readonly TimeSeries[]
  format: (value: number) => string
  from?: number | undefined
  to?: number | undefined
  least?: number | undefined
  gaps?: readonly Run[]
  limits?: readonly { value: number; label: string }[]
  cursor: number | undefined
  onCursor: (step: number | undefined) => void
  none: string
  gap: string
}) {
  const { label, moments, series, format, gaps = [], limits = [] } = props
  const { cursor, onCursor, none, gap, from, to, least } = props
  const language = useLanguage()
  const ticks = useMemo(() => ticksOf(moments, language), [moments, language])
  const momentText = useMemo(() => momentFormat(moments, language), [moments, language])
  const axis = useMemo(() => {
    const values = series
      .flatMap(({ low, high }) => [...low, ...high])
      .filter((value) => value !== null)
    const ends = [from, to].filter((value) => value !== undefined)
    return valueAxis(Math.min(...values, ...ends), Math.max(...values, ...ends), least)
  }, [series, from, to, least])
  const [main] = series
  const count = moments.length
  const last = main ? main.mean.findLastIndex((value) => value !== null) : -1
  const now = Math.min(cursor ?? Math.max(last, 0), count - 1)
  const left = (step: number) => `${(100 * step) / count}%`

  function keyDown(event: KeyboardEvent): void {
    const steps = stepsOf(event.key, now, count)
    if (steps === undefined) return
    event.preventDefault()
    onCursor(Math.min(Math.max(now + steps, 0), count - 1))
  }

  function point(event: PointerEvent): void {
    const { left: begin, width } = event.currentTarget.getBoundingClientRect()
    const step = Math.floor((count * (event.clientX - begin)) / width)
    onCursor(Math.min(Math.max(step, 0), count - 1))
  }

  const numbersAt = (step: number) => {
    if (gaps.some((one) => one.from <= step && step < one.to)) return [gap]
    return series.map(({ name, mean }) => {
      const value = mean[step] ?? null
      const number = value === null ? none : format(value)
      return series.length > 1 ? `${name}: ${number}` : number
    })
  }
  const momentAt = (step: number) => momentText(moments[step] ?? 0)

  return (
    <figure className={styles['chart']}>
      <div className={styles['scale']} aria-hidden="true">
        {axis.marks.map((value) => (
          <span key={value} style={{ insetBlockStart: `${axis.y(value)}%` }}>
            {format(value)}
          </span>
        ))}
      </div>
      <div
        className={styles['plot']}
        // An input has no room for a picture.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-orientation="horizontal"
        aria-valuemin={0}
        aria-valuemax={count - 1}
        aria-valuenow={now}
        aria-valuetext={[momentAt(now), ...numbersAt(now)].join(', ')}
        onKeyDown={keyDown}
        onFocus={() => onCursor(now)}
        onBlur={() => onCursor(undefined)}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => onCursor(undefined)}
      >
        {gaps.map(({ from: begin, to: end }) => (
          <span
            key={begin}
            className={styles['gap']}
            data-gap=""
            style={{ insetInlineStart: left(begin), inlineSize: left(end - begin) }}
          />
        ))}
        <Lines series={series} axis={axis} count={count} limits={limits} />
        {limits
          .filter(({ value }) => isInside(axis, value))
          .map(({ value, label: name }) => (
            <span
              key={value}
              className={styles['limit']}
              style={{ insetBlockStart: `${axis.y(value)}%` }}
            >
              {name}
            </span>
          ))}
        {cursor !== undefined && cursor < count && (
          <>
            <span className={styles['cursor']} style={{ insetInlineStart: left(cursor + 0.5) }} />
            {series.map(({ name, mean }, index) => {
              const value = mean[cursor] ?? null
              return (
                value !== null && (
                  <span
                    key={name}
                    className={styles['dot']}
                    data-series={index}
                    style={{
                      insetInlineStart: left(cursor + 0.5),
                      insetBlockStart: `${axis.y(value)}%`,
                    }}
                  />
                )
              )
            })}
            <span
              className={styles['numbers']}
              data-side={cursor > count / 2 ? 'start' : 'end'}
              style={{ insetInlineStart: left(cursor + 0.5) }}
            >
              <b>{momentAt(cursor)}</b>
              {numbersAt(cursor).map((one) => (
                <span key={one}>{one}</span>
              ))}
            </span>
          </>
        )}
      </div>
      <div className={styles['times']} aria-hidden="true">
        {ticks
          .filter(({ index }) => index < LAST * count)
          .map(({ index, label: time }) => (
            <span
              key={index}
              data-late={index > LATE * count || undefined}
              style={{ insetInlineStart: left(index) }}
            >
              {time}
            </span>
          ))}
      </div>
      {(series.length > 1 || gaps.length > 0) && (
        <figcaption className={styles['legend']} aria-hidden="true">
          {series.length > 1 &&
            series.map(({ name }, index) => (
              <span key={name} data-series={index}>
                {name}
              </span>
            ))}
          {gaps.length > 0 && <span data-gap="">{gap}</span>}
        </figcaption>
      )}
    </figure>
  )
}

/** What doesn't depend on the cursor. */
function Lines(props: {
  series: readonly TimeSeries[]
  axis: ValueAxis
  count: number
  limits: readonly { value: number }[]
}) {
  const { series, axis, count, limits } = props
  const paths = useMemo(
    () =>
      series.map(({ name, mean, low, high }) => ({
        name,
        area: areaBetween(low, high, axis),
        line: lineThrough(mean, axis),
      })),
    [series, axis],
  )
  const level = (value: number) => `M0 ${axis.y(value)}H${count}`
  return (
    <svg viewBox={`0 0 ${count} 100`} preserveAspectRatio="none" aria-hidden="true">
      <path className={styles['grid']} d={axis.marks.map(level).join('')} />
      <path
        className={styles['limitLine']}
        d={limits
          .filter(({ value }) => isInside(axis, value))
          .map(({ value }) => level(value))
          .join('')}
      />
      {paths.map(({ name, area, line }, index) => (
        <g key={name} data-series={index}>
          <path className={styles['area']} d={area} />
          <path className={styles['line']} d={line} />
        </g>
      ))}
    </svg>
  )
}

function isInside({ y }: ValueAxis, value: number): boolean {
  const [low = 0, high = 0] = y.domain()
  return value > low && value < high
}

/** By how many steps a key moves. */
function stepsOf(key: string, now: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return -1
    case 'ArrowRight':
    case 'ArrowUp':
      return 1
    case 'PageDown':
      return 0 - LEAP
    case 'PageUp':
      return LEAP
    case 'Home':
      return 0 - now
    case 'End':
      return count
    default:
      return undefined
  }
}
