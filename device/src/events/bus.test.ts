import { TOPICS } from '@lintel/contract/events'
import { expect, test } from 'vitest'
import { createEventBus } from './bus.ts'

const heat = (state: string) => ({ topic: TOPICS.heat, source: {}, data: { HeatState: state } })

test('events carry the device’s time and reach every subscriber', () => {
  let now = Date.UTC(2026, 10, 20)
  const bus = createEventBus(() => now)
  const received: string[] = []
  const end = bus.subscribe(({ at }) => received.push(at))
  bus.publish(heat('Cold'))
  now += 1500
  bus.publish(heat('Normal'))
  end()
  bus.publish(heat('Hot'))
  expect(received).toEqual(['2026-11-20T00:00:00.000Z', '2026-11-20T00:00:01.500Z'])
})

test('a new subscriber gets the latest event of each state, but no past one-time events', () => {
  const bus = createEventBus(() => 0)
  bus.publish(heat('Cold'), 'state')
  bus.publish(heat('Hot'), 'state')
  bus.publish({ ...heat('Hot'), source: { Sensor: '2' } }, 'state')
  bus.publish({ topic: TOPICS.changed, source: {}, data: { Area: 'users' } })
  expect(bus.current().map(({ source, data }) => [source, data])).toEqual([
    [{}, { HeatState: 'Hot' }],
    [{ Sensor: '2' }, { HeatState: 'Hot' }],
  ])
})

test('a state whose source is gone is sent to nobody new', () => {
  const bus = createEventBus(() => 0)
  for (const Sensor of ['1', '2']) bus.publish({ ...heat('Hot'), source: { Sensor } }, 'state')
  bus.forget(TOPICS.heat, { Sensor: '1' })
  bus.publish({ ...heat('Hot'), source: { Sensor: '3' } })
  const isState = (Sensor: string) => bus.isState({ topic: TOPICS.heat, source: { Sensor } })
  expect(['1', '2', '3'].map(isState)).toEqual([false, true, false])
  expect(bus.current().map(({ source }) => source)).toEqual([{ Sensor: '2' }])
})

test('changes of rows name each row, unless there are too many', () => {
  const bus = createEventBus(() => 0)
  const received: Record<string, string>[] = []
  bus.subscribe(({ data }) => received.push(data))
  bus.changed('users', ['7', '8'])
  bus.changed('users')
  expect(received).toEqual([
    { Area: 'users', Id: '7' },
    { Area: 'users', Id: '8' },
    { Area: 'users' },
  ])
  received.length = 0
  bus.changed(
    'users',
    Array.from({ length: 10_000 }, (_, id) => String(id)),
  )
  expect(received).toEqual([{ Area: 'users' }])
})
