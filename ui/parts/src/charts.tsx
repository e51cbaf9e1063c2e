import { BarChart } from '@lintel/ui/bar-chart'
import { Card } from '@lintel/ui/card'
import { TimeChart } from '@lintel/ui/time-chart'
import { TimeTable } from '@lintel/ui/time-table'
import { useState } from 'react'

const DAYS = Array.from({ length: 30 }, (_, index) => `${index + 1} Nov 2026`)
const SERIES = ['Incoming', 'Outgoing']

const MINUTES = Array.from({ length: 60 }, (_, index) => Date.UTC(2026, 10, 20, 13, 7 + index))
const WORDS = {
  open: 'Show the figures',
  time: 'Time',
  mean: 'Average',
  low: 'Lowest',
  high: 'Highest',
  none: '–',
}
const waves = (height: number) =>
  MINUTES.map((_, index) =>
    index > 20 && index < 27 ? null : Math.round(height * (1 + Math.sin(index / 8))),
  )
const seriesOf = (name: string, height: number) => {
  const mean = waves(height)
  const around = (by: number) => mean.map((value) => (value === null ? null : value + by))
  return { name, mean, low: around(-3), high: around(5) }
}

const OFF = [{ from: 21, to: 27 }]

/** Charts over time, with a gap and a limit: of one line, and of two. */
function TimeCharts() {
  const [cursor, setCursor] = useState<number>()
  const charts = {
    'Time chart': [seriesOf('Heat', 20)],
    'Time chart, two lines': [seriesOf('Sent', 40), seriesOf('Received', 12)],
  }
  return Object.entries(charts).map(([label, series]) => (
    <Card key={label} title={label}>
      <div style={{ padding: '14px 20px' }}>
        <TimeChart
          label={label}
          moments={MINUTES}
          series={series}
          format={String}
          gaps={OFF}
          limits={[{ value: 35, label: 'Warm' }]}
          cursor={cursor}
          onCursor={setCursor}
          none="nothing measured"
          gap="Device off"
        />
        <TimeTable
          caption={label}
          moments={MINUTES}
          series={series}
          format={String}
          words={WORDS}
        />
      </div>
    </Card>
  ))
}

/** Bar charts: of many numbers, of few and small ones, and of two bars alone. Then those over time. */
export function Charts() {
  const charts = [
    ['Bar chart', DAYS, (index: number) => [(index * 7) % 11, (index * 5) % 4]],
    ['Bar chart, large numbers', DAYS, (index: number) => [index * 40_000, 12_345]],
    ['Bar chart, few bars', DAYS.slice(0, 2), (index: number) => [index, 1 - index]],
  ] as const
  return [
    ...charts.map(([label, days, valuesOf]) => (
      <Card key={label} title={label}>
        <BarChart
          label={label}
          rowLabel="Day"
          series={SERIES}
          bars={days.map((day, index) => ({ id: day, label: day, values: valuesOf(index) }))}
        />
      </Card>
    )),
    <TimeCharts key="time" />,
  ]
}
