import { BarChart } from '@lintel/ui/bar-chart'
import { Card } from '@lintel/ui/card'

const DAYS = Array.from({ length: 30 }, (_, index) => `${index + 1} Nov 2026`)
const SERIES = ['Incoming', 'Outgoing']

/** Bar charts: of many numbers, of few and small ones, and of two bars alone. */
export function Charts() {
  const charts = [
    ['Bar chart', DAYS, (index: number) => [(index * 7) % 11, (index * 5) % 4]],
    ['Bar chart, large numbers', DAYS, (index: number) => [index * 40_000, 12_345]],
    ['Bar chart, few bars', DAYS.slice(0, 2), (index: number) => [index, 1 - index]],
  ] as const
  return charts.map(([label, days, valuesOf]) => (
    <Card key={label} title={label}>
      <BarChart
        label={label}
        rowLabel="Day"
        series={SERIES}
        bars={days.map((day, index) => ({ id: day, label: day, values: valuesOf(index) }))}
      />
    </Card>
  ))
}
