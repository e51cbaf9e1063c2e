import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { BarChart } from './bar-chart.tsx'
import { renderWithMessages } from './testing/render.tsx'

const bars = [
  { id: 'a', label: '21 Nov 2026', values: [1, 3] },
  { id: 'b', label: '22 Nov 2026', values: [0, 2] },
]
const chart = (of = bars) =>
  renderWithMessages(
    <BarChart label="Calls per day" rowLabel="Day" series={['In', 'Out']} bars={of} />,
  )

test('the bars are as high as their shares of the largest sum, stacked', () => {
  const { container } = chart()
  const drawn = Array.from(container.querySelectorAll('rect[data-series]'), (rect) =>
    ['y', 'height'].map((name) => Number(rect.getAttribute(name))),
  )
  expect(drawn).toEqual([
    [75, 25],
    [0, 75],
    [100, 0],
    [50, 50],
  ])
  expect(container.querySelector('g')?.textContent).toBe('21 Nov 2026\nIn: 1\nOut: 3')
})

test('a table has the same numbers', () => {
  chart()
  const table = screen.getByRole('table', { name: 'Calls per day' })
  const rows = within(table).getAllByRole('row')
  expect(rows.map((row) => Array.from(row.children, (cell) => cell.textContent))).toEqual([
    ['Day', 'In', 'Out'],
    ['21 Nov 2026', '1', '3'],
    ['22 Nov 2026', '0', '2'],
  ])
})

test('days without anything have no bars', () => {
  const { container } = chart([{ id: 'a', label: '21 Nov 2026', values: [0, 0] }])
  for (const rect of container.querySelectorAll('rect[data-series]')) {
    expect(rect.getAttribute('height')).toBe('0')
  }
})
