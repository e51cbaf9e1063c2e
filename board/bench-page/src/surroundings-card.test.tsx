import { PLAIN_WORLD } from '@lintel/contract/wire'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderBench } from './testing/render-bench.tsx'
import type { FakeBench } from './testing/render-bench.tsx'

let bench: FakeBench

beforeEach(() => {
  bench = renderBench()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the slider sends its final position once, and follows the bench', async () => {
  bench.tell()
  const slider = screen.getByLabelText<HTMLInputElement>('Temperature')
  fireEvent.change(slider, { target: { value: '40' } })
  fireEvent.change(slider, { target: { value: '60' } })
  await waitFor(() => expect(bench.sent).toEqual([['/bench/world', { temperature: 60 }]]))
  expect(screen.getByText('60 °C')).toBeTruthy()
  bench.tell({ world: { ...PLAIN_WORLD, temperature: 60 } })
  bench.tell({ world: { ...PLAIN_WORLD, temperature: -12 } })
  expect(slider.value).toBe('-12')
})

test('a refused command shows the actual state and the reason', async () => {
  bench.tell()
  bench.refuse = 'too hot'
  fireEvent.change(screen.getByLabelText('Temperature'), { target: { value: '99' } })
  await screen.findByText('The device refused: too hot')
  await vi.waitFor(() => expect(screen.getByLabelText('Temperature')).toHaveProperty('value', '21'))
})

test('a refused temperature does not undo a later one', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const refusals: (() => void)[] = []
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((resolve) => {
        const error = { error: { message: 'too hot' } }
        refusals.push(() => resolve(Response.json(error, { status: 400 })))
      }),
  )
  bench.tell()
  const slider = screen.getByLabelText<HTMLInputElement>('Temperature')
  fireEvent.change(slider, { target: { value: '99' } })
  await vi.waitFor(() => expect(refusals).toHaveLength(1))
  fireEvent.change(slider, { target: { value: '50' } })
  refusals[0]?.()
  await screen.findByText('The device refused: too hot')
  expect(slider.value).toBe('50')
})

test('the light is that of the time of day until somebody sets it, and again on request', async () => {
  bench.tell()
  const slider = screen.getByLabelText<HTMLInputElement>('Ambient light')
  const ofDay = screen.getByLabelText('Light follows the time of day')
  expect(slider.getAttribute('aria-valuetext')).toBe('Automatic')
  expect(ofDay).toHaveProperty('checked', true)
  fireEvent.change(slider, { target: { value: '2' } })
  await waitFor(() => expect(bench.sent).toEqual([['/bench/world', { lux: 1 }]]))
  bench.tell({ world: { ...PLAIN_WORLD, lux: 1 } })
  expect(slider.getAttribute('aria-valuetext')).toBe('1\u00A0lx')
  expect(ofDay).toHaveProperty('checked', false)
  // A call can set a light between two positions of the slider.
  bench.tell({ world: { ...PLAIN_WORLD, lux: 30 } })
  expect(slider.getAttribute('aria-valuetext')).toBe('30\u00A0lx')
  fireEvent.click(ofDay)
  await waitFor(() => expect(bench.sent[1]).toEqual(['/bench/world', { lux: null }]))
})

test('the wall is as dark as it is at the device’s time of day, unless somebody sets the light', () => {
  const light = () => screen.getByRole('region', { name: 'Face plate' }).dataset['light']
  const at = (hour: number, more: Parameters<FakeBench['tell']>[0] = {}) => {
    const clockOffset = hour * 3_600_000 - (Date.now() % 86_400_000)
    bench.tell({ clockOffset, ...more })
    return light()
  }
  expect([3, 6.5, 12, 19, 22].map((hour) => at(hour))).toEqual([
    'night',
    'dusk',
    undefined,
    'dusk',
    'night',
  ])
  expect(at(12, { world: { ...PLAIN_WORLD, lux: 1 } })).toBe('night')
  expect(at(22, { world: { ...PLAIN_WORLD, lux: 9_000 } })).toBe('day')
})
