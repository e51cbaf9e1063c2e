import { PLAIN_WORLD } from '@lintel/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { productCalled } from '@lintel/contract/products/products'
import { renderBench } from './testing/render-bench.tsx'
import type { FakeBench } from './testing/render-bench.tsx'

let bench: FakeBench

beforeEach(() => {
  localStorage.setItem('lintel-bench-handling', 'open')
  bench = renderBench()
})

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})

const loudspeaker = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Loudspeaker' })

test('the loudspeaker is muffled, and its test shown as the device reports it', async () => {
  bench.tell()
  expect(loudspeaker().value).toBe('fitted')
  expect(screen.getByText('Not calibrated')).toBeTruthy()
  fireEvent.change(loudspeaker(), { target: { value: 'muffled' } })
  await waitFor(() => expect(bench.sent).toEqual([['/bench/world', { speaker: 'muffled' }]]))
  bench.tell({
    world: { ...PLAIN_WORLD, speaker: 'muffled' },
    speaker: { calibrated: '2026-11-20T13:07:32Z', status: 'Failed' },
  })
  expect(loudspeaker().value).toBe('muffled')
  expect(screen.getByText('Not passed')).toBeTruthy()
  // A device without power reports nothing, and nothing moves.
  bench.tell({ speaker: null, power: false, device: 'off' })
  expect(screen.queryByText('Speaker test')).not.toBeNull()
})

test.each([
  ['Microphone disabled in hardware', 'microphoneDisabled'],
  ['Camera covered', 'cameraCovered'],
] as const)('%s is a switch', async (label, member) => {
  bench.tell()
  const toggle = screen.getByRole<HTMLInputElement>('switch', { name: label })
  expect(toggle.checked).toBe(false)
  fireEvent.click(toggle)
  await waitFor(() => expect(bench.sent).toEqual([['/bench/world', { [member]: true }]]))
  bench.tell({ world: { ...PLAIN_WORLD, [member]: true } })
  await waitFor(() => expect(toggle.disabled).toBe(false))
  expect(toggle.checked).toBe(true)
  fireEvent.click(toggle)
  await waitFor(() => expect(bench.sent.at(-1)).toEqual(['/bench/world', { [member]: false }]))
})

test('a knock has the force of the slider', async () => {
  bench.tell()
  fireEvent.change(screen.getByLabelText('Force of a knock'), { target: { value: '80' } })
  fireEvent.click(screen.getByRole('button', { name: 'Knock' }))
  await waitFor(() => expect(bench.sent).toEqual([['/bench/knock', { force: 80 }]]))
})

test('a product shows only what it has', () => {
  const { plate } = productCalled('A1601')
  const without = { plate, loudspeaker: false, hasMicrophone: false, shockSensor: false }
  bench.tell({ ...without, shockSensor: true })
  expect(screen.getByRole('heading', { name: 'Handling' })).toBeTruthy()
  expect(screen.queryByRole('switch', { name: /Camera|Microphone/ })).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Loudspeaker' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Knock' })).toBeTruthy()
  bench.tell({ ...without, hasMicrophone: true })
  expect(screen.queryByRole('button', { name: 'Knock' })).toBeNull()
  bench.tell(without)
  expect(screen.queryByRole('heading', { name: 'Handling' })).toBeNull()
})
