import './summary.css'
import { useMemo } from 'react'
import { figuresOf, momentFormat } from './chart-scale.tsx'
import { useLanguage } from './i18n.tsx'
import type { TimeSeries } from './time-chart.tsx'
import styles from './time-table.module.css'

/** About as many rows as people read. */
const ROWS = 24

/**
 * The numbers of a `TimeChart` as a table that people can open: one row for several steps.
 * @param props.caption what the table shows
 * @param props.words what opens it, and the heads of its columns
 */
export function TimeTable(props: {
  caption: string
  moments: readonly number[]
  series: readonly TimeSeries[]
  format: (value: number) => string
  words: { open: string; time: string; mean: string; low: string; high: string; none: string }
}) {
  const { caption, moments, series, format, words } = props
  const language = useLanguage()
  const momentText = useMemo(() => momentFormat(moments, language), [moments, language])
  const size = Math.ceil(moments.length / ROWS)
  const starts = moments.map((_, index) => index).filter((index) => index % size === 0)
  const headOf = (name: string, word: string) => (series.length > 1 ? `${name}: ${word}` : word)
  return (
    <details className={styles['figures']}>
      <summary>{words.open}</summary>
      {/* A region that scrolls has to be reached by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles['scroll']} role="group" aria-label={caption} tabIndex={0}>
        <table>
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{words.time}</th>
              {series.flatMap(({ name }) =>
                (['mean', 'low', 'high'] as const).map((figure) => (
                  <th key={`${name} ${figure}`} scope="col">
                    {headOf(name, words[figure])}
                  </th>
                )),
              )}
            </tr>
          </thead>
          <tbody>
            {starts.map((start) => (
              <tr key={start}>
                <th scope="row">{momentText(moments[start] ?? 0)}</th>
                {series.flatMap((one) => {
                  const figures = figuresOf(one, start, start + size)
                  return (['mean', 'low', 'high'] as const).map((figure) => (
                    <td key={`${one.name} ${figure}`}>
                      {figures ? format(figures[figure]) : words.none}
                    </td>
                  ))
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
