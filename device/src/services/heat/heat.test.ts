import { productCalled } from '@lintel/contract/products/products'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventBus } from '../../events/bus.ts'
import { openThermometer } from '../../hardware/thermometer.ts'
import type { Device } from '../../device.ts'
import { heatState } from './heat-state.ts'
import { heatService } from './heat.ts'

test.each([
  [-21, 'Cold'],
  [-20, 'Normal'],
  [59, 'Normal'],
  [60, 'Warning'],
  [69, 'Warning'],
  [70, 'Hot'],
] as const)('%i °C is %s (HEAT-02)', (celsius, state) => {
  expect(heatState(celsius)).toBe(state)
})

test.each([
  ['Hot', 67, 'Hot'],
  ['Hot', 66, 'Warning'],
  ['Hot', 57, 'Warning'],
  ['Hot', 56, 'Normal'],
  ['Warning', 57, 'Warning'],
  ['Warning', 56, 'Normal'],
  ['Cold', -18, 'Cold'],
  ['Cold', -17, 'Normal'],
  ['Cold', 80, 'Hot'],
] as const)('from state %s, %i °C is %s', (before, celsius, state) => {
  expect(heatState(celsius, before)).toBe(state)
})

test('a state is stable at the temperature that led to it', () => {
  const state = fc.constantFrom('Normal' as const, 'Cold', 'Warning', 'Hot')
  fc.assert(
    fc.property(fc.integer({ min: -50, max: 100 }), state, (celsius, before) => {
      const after = heatState(celsius, before)
      expect(heatState(celsius, after)).toBe(after)
    }),
  )
})

test('both topics publish the state at the start and each change once (HEAT-11, DEVICE-151)', () => {
  const events = createEventBus(() => 0)
  const thermometer = openThermometer({ plugged: { world: { temperature: 20 } } })
  const published: unknown[] = []
  const logToBench = (id: string, values?: Record<string, string | number>) =>
    published.push([id, values])
  const service = heatService({
    product: productCalled('A8307-E'),
    wire: { send: () => {} },
    events,
    thermometer,
    logToBench,
  } as unknown as Device)
  const states = () => events.current().map(({ topic, data }) => [topic, data['HeatState']])
  const both = (state: string) => [
    ['Device/Intercom/OperatingState', state],
    ['Device/Doorstation/OperatingState', state],
  ]
  expect(states()).toEqual(both('Normal'))
  let count = 0
  events.subscribe(() => (count += 1))
  for (const temperature of [61, 62, 58, 71]) thermometer.worldChanged({ temperature })
  expect(states()).toEqual(both('Hot'))
  expect(count).toBe(4)
  expect(published).toEqual([
    ['heat.state', { state: 'Warning', temperature: 61, display: 'yes' }],
    ['heat.state', { state: 'Hot', temperature: 71, display: 'yes' }],
  ])
  service.close?.()
  thermometer.worldChanged({ temperature: 0 })
  expect(count).toBe(4)
})

test('a product without a display tells the bench alone, also if it starts in the heat', () => {
  const events = createEventBus(() => 0)
  const thermometer = openThermometer({ plugged: { world: { temperature: 80 } } })
  const told: unknown[] = []
  heatService({
    product: productCalled('A1601'),
    wire: { send: (message: unknown) => told.push(message) },
    events,
    thermometer,
    logToBench: (id: string, values?: object) => told.push([id, values]),
  } as unknown as Device)
  thermometer.worldChanged({ temperature: 20 })
  expect(told).toEqual([
    { type: 'heat', state: 'Hot' },
    ['heat.state', { state: 'Hot', temperature: 80, display: 'no' }],
    { type: 'heat', state: 'Normal' },
    ['heat.state', { state: 'Normal', temperature: 20, display: 'no' }],
  ])
  expect(events.current()).toEqual([])
})
