import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { gapsIn } from './chart-scale.tsx'
import { TimeChart } from './time-chart.tsx'
import { TimeTable } from './time-table.tsx'

afterEach(cleanup)

const from = Date.UTC(2026, 10, 20, 13)
const moments = Array.from({ length: 48 }, (_, index) => from + index * 60_000)
const mean = moments.map((_, index) => (index < 10 || index === 30 ? null : index))
const series = [{ name: 'Heat', mean, low: mean, high: mean }]
const format = (value: number) => `${Math.round(value)} °C`

function Example({ begun = false }: { begun?: boolean }) {
  const [cursor, setCursor] = useState<number>()
  return (
    <TimeChart
      label="Heat over time"
      moments={moments}
      series={series}
      format={format}
      gaps={gapsIn(mean, begun)}
      limits={[
        { value: 40, label: 'Warm' },
        { value: 90, label: 'Hot' },
      ]}
      cursor={cursor}
      onCursor={setCursor}
      none="nothing"
      gap="Off"
    />
  )
}

test('it says the last number, and those that the keys go to', () => {
  render(<Example />)
  const slider = screen.getByRole('slider', { name: 'Heat over time' })
  const said = () => slider.getAttribute('aria-valuetext')
  const press = (key: string) => fireEvent.keyDown(slider, { key })
  expect(said()).toBe('13:47, 47 °C')
  press('ArrowLeft')
  expect(said()).toBe('13:46, 46 °C')
  press('PageDown')
  expect(said()).toBe('13:36, 36 °C')
  press('Home')
  expect(said()).toBe('13:00, nothing')
  press('ArrowDown')
  expect(said()).toBe('13:00, nothing')
  press('ArrowUp')
  expect(said()).toBe('13:01, nothing')
  press('End')
  expect(slider.getAttribute('aria-valuenow')).toBe('47')
  for (let times = 0; times < 17; times += 1) press('ArrowLeft')
  expect(said()).toBe('13:30, Off')
  // Other keys belong to the page.
  expect(fireEvent.keyDown(slider, { key: 'Tab' })).toBe(true)
  expect(press('ArrowRight')).toBe(false)
})

test('what was not measured is hatched, and limits within the axis are drawn', () => {
  const { container, rerender } = render(<Example />)
  const gaps = () => container.querySelectorAll('[role="slider"] [data-gap]').length
  expect(gaps()).toBe(1)
  expect(screen.getByText('Off')).toBeTruthy()
  expect(screen.getByText('Warm')).toBeTruthy()
  expect(screen.queryByText('Hot')).toBeNull()
  rerender(<Example begun />)
  expect(gaps()).toBe(2)
})

test('the table has a row for several steps, with what there is', () => {
  render(
    <TimeTable
      caption="Heat over time"
      moments={moments}
      series={series}
      format={format}
      words={{
        open: 'Figures',
        time: 'Time',
        mean: 'Average',
        low: 'Lowest',
        high: 'Highest',
        none: '–',
      }}
    />,
  )
  const rows = Array.from(document.querySelectorAll('tbody tr'), (row) =>
    Array.from(row.children, ({ textContent }) => textContent),
  )
  expect(rows).toHaveLength(24)
  expect(rows[0]).toEqual(['13:00', '–', '–', '–'])
  expect(rows[5]).toEqual(['13:10', '11 °C', '10 °C', '11 °C'])
  expect(rows[15]).toEqual(['13:30', '31 °C', '31 °C', '31 °C'])
})
