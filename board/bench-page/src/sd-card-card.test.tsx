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

const card = () => screen.queryByRole('region', { name: 'SD card' })
const inside = () => within(screen.getByRole('region', { name: 'SD card' }))

test('a card in the slot can be removed', async () => {
  bench.tell({ sdCard: { inserted: true, removed: false } })
  expect(inside().getByText('In the slot')).not.toBeNull()
  await userEvent.click(inside().getByRole('button', { name: 'Take out' }))
  expect(bench.sent).toEqual([['/bench/sd-card/remove', {}]])
})

test('a chosen card is put into an empty slot, by default the one that was removed', async () => {
  bench.tell({ sdCard: { inserted: false, removed: true } })
  expect(inside().getByText('Beside the device')).not.toBeNull()
  await userEvent.click(inside().getByRole('button', { name: 'Put in' }))
  await userEvent.selectOptions(inside().getByLabelText('Card'), 'Damaged')
  await userEvent.click(inside().getByRole('button', { name: 'Put in' }))
  expect(bench.sent).toEqual([
    ['/bench/sd-card/insert', { card: 'removed' }],
    ['/bench/sd-card/insert', { card: 'damaged' }],
  ])
})

test('without a card outside, none can be put back', () => {
  bench.tell({ sdCard: { inserted: false, removed: false } })
  const options = within(inside().getByLabelText('Card')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent)).not.toContain('The card that was taken out')
})

test('a product without a slot has no such card', () => {
  bench.tell({ sdCard: null })
  expect(card()).toBeNull()
})
