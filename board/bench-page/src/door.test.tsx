/** A door that people open by hand, and the sign of the heat. */
import type { BenchState } from '@lintel/contract/bench'
import { productCalled } from '@lintel/contract/products/products'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import type { MonitoredDoor } from '@lintel/contract/doors'
import type { Terminal } from '@lintel/contract/wire'
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

const front = () => screen.getByRole('region', { name: 'Face plate' })
const figure = () => within(front()).getByRole('figure', { name: 'Door 1' })
const said = () => within(front()).getAllByRole('status').at(-1)?.textContent

const monitor: Terminal = {
  port: 1,
  name: 'Input 1',
  direction: 'input',
  closed: false,
  active: false,
}
const relay: Terminal = {
  port: 3,
  name: 'Door 1',
  direction: 'output',
  closed: false,
  active: false,
  door: true,
}
const door: MonitoredDoor = { port: 3, input: 1, open: false, alarm: 'Normal' }
const controller = (
  its: Partial<MonitoredDoor>,
  contact: Partial<Terminal>,
  unlocked = false,
): Partial<BenchState> => ({
  plate: productCalled('A1601').plate,
  category: 'accesscontrol',
  terminals: [
    { ...monitor, ...contact },
    { ...relay, active: unlocked },
  ],
  doors: [{ ...door, ...its }],
})

test('a door with a monitor is opened by hand, which moves its contact', async () => {
  bench.tell(controller({}, {}))
  await userEvent.click(within(front()).getByRole('button', { name: 'Open Door 1' }))
  bench.tell(controller({ open: true, alarm: 'DoorForcedOpen' }, { closed: true, active: true }))
  expect(within(figure()).getByText('The door is open.')).toBeTruthy()
  expect(within(front()).getByText('Forced open')).toBeTruthy()
  await userEvent.click(within(front()).getByRole('button', { name: 'Close Door 1' }))
  bench.tell(controller({}, {}))
  expect(within(front()).queryByText('Forced open')).toBeNull()
  // Its contact may be one that opens with the door.
  bench.tell(controller({}, { closed: true }))
  await userEvent.click(within(front()).getByRole('button', { name: 'Open Door 1' }))
  expect(bench.sent).toEqual([
    ['/bench/contact', { port: 1, closed: true }],
    ['/bench/contact', { port: 1, closed: false }],
    ['/bench/contact', { port: 1, closed: false }],
  ])
})

test('it stays closed while it is unlocked, and stays as it is without power', () => {
  bench.tell(controller({}, {}, true))
  expect(within(front()).getByText('The door is closed.')).toBeTruthy()
  expect(within(front()).getByText('Unlocked')).toBeTruthy()
  expect(said()).toBe('Unlocked door: Door 1')
  bench.tell(controller({ open: true, alarm: 'DoorOpenTooLong' }, { closed: true, active: true }))
  expect(within(front()).getByText('Held open')).toBeTruthy()
  bench.tell({
    ...controller({}, { closed: true }),
    doors: [],
    power: false,
    device: 'off',
  })
  expect(within(figure()).getByText('The door is open.')).toBeTruthy()
  const button = within(front()).getByRole<HTMLButtonElement>('button', { name: 'Close Door 1' })
  expect(button.disabled).toBe(true)
})

test('a sign at the device says that it is too hot, warm or too cold', () => {
  bench.tell({ heat: 'Normal' })
  expect(within(front()).queryByText(/°C/)).toBeNull()
  for (const [heat, words] of [
    ['Hot', 'Too hot'],
    ['Warning', 'Warm'],
    ['Cold', 'Too cold'],
  ] as const) {
    bench.tell({ heat, world: { ...PLAIN_WORLD, temperature: 75 } })
    expect(within(front()).getByText(words).parentElement?.textContent).toBe(`${words}75\u{a0}°C`)
  }
  bench.tell({ heat: null })
  expect(within(front()).queryByText(/°C/)).toBeNull()
})
