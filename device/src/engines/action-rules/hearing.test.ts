import { AsyncLocalStorage } from 'node:async_hooks'
import { RULE_TOPICS, TOPICS } from '@lintel/contract/events'
import { expect, test } from 'vitest'
import { createEventBus } from '../../events/bus.ts'
import { openHearing } from './hearing.ts'

function open(fail = false) {
  const causes = new AsyncLocalStorage<string>()
  const events = createEventBus(() => 0)
  const heard: string[] = []
  const errors: object[] = []
  const hear = (what: string) => {
    heard.push(`${what} ${causes.getStore() ?? 'unknown'}`)
    if (fail) throw new Error('a defect')
  }
  const hearing = openHearing({
    events,
    watch: {
      hear: ({ source }, kind) => hear(`port ${source['port']} ${kind}`),
      forget: ({ source }) => hear(`no port ${source['port']}`),
    },
    log: { error: (facts: object) => void errors.push(facts) },
  })
  const topic = RULE_TOPICS.virtualInput
  return {
    hearing,
    events,
    errors,
    heard: () => heard.splice(0),
    publish: (port: string, cause: string) =>
      causes.run(cause, () => events.publish({ topic, source: { port }, data: {} }, 'state')),
    forget: (port: string, cause: string) =>
      causes.run(cause, () => events.forget(topic, { port })),
  }
}
const aMoment = () => Promise.resolve()

test('events are heard in their order, each with its cause, once their publishers have returned', async () => {
  const { events, publish, forget, heard } = open()
  publish('1', 'a')
  events.publish({ topic: TOPICS.changed, source: {}, data: { Area: 'ports' } })
  publish('2', 'b')
  forget('1', 'c')
  // It was not there.
  forget('9', 'd')
  expect(heard()).toEqual([])
  await aMoment()
  expect(heard()).toEqual(['port 1 state a', 'port 2 state b', 'no port 1 c'])
})

test('what has not been heard can be heard now, or be dropped', async () => {
  const { hearing, publish, heard } = open()
  publish('1', 'a')
  hearing.catchUp()
  expect(heard()).toEqual(['port 1 state a'])
  publish('2', 'b')
  hearing.drop()
  await aMoment()
  expect(heard()).toEqual([])
  publish('3', 'c')
  await aMoment()
  expect(heard()).toEqual(['port 3 state c'])
  publish('4', 'd')
  hearing.close()
  publish('5', 'e')
  await aMoment()
  expect(heard()).toEqual([])
})

test('a defect with one event is logged, and the next one is heard', async () => {
  const { publish, heard, errors } = open(true)
  publish('1', 'a')
  publish('2', 'b')
  await aMoment()
  expect([heard().length, errors.length]).toEqual([2, 2])
})
