import styles from './bar-chart.module.css'
import { useLanguage } from './i18n.tsx'

interface Bar {
  id: string
  label: string
  /** One number of each series, stacked from the bottom. */
  values: readonly number[]
}

/** Heights in units of the picture, which is stretched to its place. */
const HEIGHT = 100
/** A bar and the gap after it. */
const STEP = 10
const WIDTH = 8

/**
 * Numbers over time as stacked bars, with the first and the last label below and the largest sum
 * beside them. For people who can't see it, it is a table.
 * @param props.rowLabel what the labels of the bars are
 * @param props.series names of the numbers, at most two
 */
export function BarChart(props: {
  label: string
  rowLabel: string
  series: readonly string[]
  bars: readonly Bar[]
}) {
  const { label, rowLabel, series, bars } = props
  const language = useLanguage()
  const number = new Intl.NumberFormat(language)
  const top = Math.max(...bars.map(sumOf), 1)
  return (
    <figure className={styles['chart']}>
      <div className={styles['plot']} aria-hidden="true">
        <span className={styles['top']}>{number.format(top)}</span>
        <svg viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`} preserveAspectRatio="none">
          {bars.map((bar, index) => (
            <g key={bar.id}>
              <title>
                {[
                  bar.label,
                  ...series.map((name, at) => `${name}: ${number.format(bar.values[at] ?? 0)}`),
                ].join('\n')}
              </title>
              {/* The whole height shows the title, also where the bar is low. */}
              <rect className={styles['day']} x={index * STEP} width={STEP} height={HEIGHT} />
              {bar.values.map((value, at) => (
                <rect
                  key={series[at]}
                  data-series={at}
                  x={index * STEP + (STEP - WIDTH) / 2}
                  width={WIDTH}
                  y={HEIGHT - (HEIGHT * sumOf({ values: bar.values.slice(0, at + 1) })) / top}
                  height={(HEIGHT * value) / top}
                />
              ))}
            </g>
          ))}
        </svg>
        <span className={styles['ends']}>
          <span>{bars[0]?.label}</span>
          <span>{bars.at(-1)?.label}</span>
        </span>
      </div>
      <figcaption className={styles['series']} aria-hidden="true">
        {series.map((name, at) => (
          <span key={name} data-series={at}>
            {name}
          </span>
        ))}
      </figcaption>
      {/* A table itself would not become smaller than its words. */}
      <div className="sr-only">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              <th scope="col">{rowLabel}</th>
              {series.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map((bar) => (
              <tr key={bar.id}>
                <th scope="row">{bar.label}</th>
                {bar.values.map((value, at) => (
                  <td key={series[at]}>{number.format(value)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

const sumOf = ({ values }: Pick<Bar, 'values'>): number =>
  values.reduce((sum, value) => sum + value, 0)
