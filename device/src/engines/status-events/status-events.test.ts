import { expect, test } from 'vitest'
import { createEventBus } from '../../events/bus.ts'
import { openStatusEvents } from './status-events.ts'

function rig(cable = true) {
  const events = createEventBus(() => 0)
  const heard: unknown[] = []
  events.subscribe(({ topic, source, data }) => heard.push([topic, source, data]))
  const engine = openStatusEvents({ events, plugged: { world: { cable } } })
  return { engine, events, told: () => heard.splice(0) }
}

const ready = (value: string) => ['Device/Status/SystemReady', {}, { ready: value }]
const lost = (value: string) => ['Device/Network/Lost', { interface: 'eth0' }, { lost: value }]

test('the device is ready once the last engine has started', () => {
  const { engine, events, told } = rig()
  expect(told()).toEqual([ready('0'), lost('0')])
  engine.start()
  expect(told()).toEqual([ready('1')])
  expect(events.current().map(({ data }) => data)).toEqual([{ ready: '1' }, { lost: '0' }])
})

test('the network is lost while the cable is unplugged, which is told once', () => {
  const { engine, told } = rig(false)
  expect(told()).toContainEqual(lost('1'))
  engine.worldChanged({ cable: false })
  expect(told()).toEqual([])
  engine.worldChanged({ cable: true })
  engine.worldChanged({ cable: true })
  expect(told()).toEqual([lost('0')])
  engine.worldChanged({ cable: false })
  expect(told()).toEqual([lost('1')])
})
