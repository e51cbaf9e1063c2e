import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderBench } from './testing/render-bench.tsx'
import type { FakeBench } from './testing/render-bench.tsx'

let bench: FakeBench
beforeEach(() => {
  bench = renderBench()
})
afterEach(() => vi.unstubAllGlobals())

test('a sleeping display can be touched', async () => {
  const user = userEvent.setup()
  bench.tell({ display: { state: 'asleep', title: '', subtitle: '', time: '' } })
  await user.click(screen.getByRole('button', { name: 'The display sleeps. Touch it.' }))
  expect(bench.sent).toEqual([['/bench/press', { key: 'display' }]])
})

test('the display lists whom visitors can choose, in any script, and what is touched is sent', async () => {
  const user = userEvent.setup()
  const buttons = [
    { id: 'all', label: 'All', kind: 'callGroup' as const },
    { id: 'house', label: 'House', kind: 'organisation' as const },
    { id: 'noa', label: 'נועה 🚪', kind: 'contact' as const },
    { id: '#next', label: 'Next page', kind: 'next' as const },
  ]
  bench.tell({
    display: { state: 'on', title: 'Welcome', subtitle: 'Gate', time: '14:07', buttons },
  })
  const display = within(screen.getByRole('region', { name: 'Display' }))
  const shown = display.getAllByRole('button')
  expect(shown.map((one) => one.getAttribute('aria-label') ?? one.textContent)).toEqual([
    'All',
    'House',
    'נועה 🚪',
    'Next page',
  ])
  for (const one of shown) await user.click(one)
  expect(bench.sent).toEqual(buttons.map(({ id }) => ['/bench/touch', { button: id }]))
})
