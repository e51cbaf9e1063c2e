import { PORT_TOPICS, RULE_TOPICS, TOPICS } from '@lintel/contract/events'
import type { DeviceEvent } from '@lintel/contract/events'
import { expect, test } from 'vitest'
import { openWatch } from './watch.ts'
import type { WatchedRule } from './watch.ts'

const at = '2026-11-27T21:00:00.000Z'
const button: DeviceEvent = { topic: RULE_TOPICS.callButton, at, source: {}, data: {} }
const input = (active: boolean, port = '1'): DeviceEvent => ({
  topic: PORT_TOPICS.input,
  at,
  source: { InputToken: port },
  data: { LogicalState: String(active) },
})
const night = (active: boolean): DeviceEvent => ({
  topic: RULE_TOPICS.schedule,
  at,
  source: { id: 'night' },
  data: { active: active ? '1' : '0' },
})

const pressed = { topic: RULE_TOPICS.callButton, items: [] }
const opened = {
  topic: PORT_TOPICS.input,
  items: [
    { name: 'InputToken', value: '1' },
    { name: 'LogicalState', value: 'true' },
  ],
}
const atNight = {
  topic: RULE_TOPICS.schedule,
  items: [
    { name: 'id', value: 'night' },
    { name: 'active', value: 'true' },
  ],
}

/** What became of events: the names of rules that started, and with a minus those that ended. */
function watching(rule: Partial<WatchedRule>, ...current: DeviceEvent[]) {
  const happened: string[] = []
  const watch = openWatch({
    current: () => current,
    onStart: (id) => happened.push(id),
    onEnd: (id) => happened.push(`-${id}`),
  })
  const whole = {
    id: 'r',
    version: '1',
    start: undefined,
    conditions: [],
    unlimited: false,
    ...rule,
  }
  watch.load([whole])
  return {
    watch,
    current,
    rule: whole,
    after: (...events: DeviceEvent[]) => {
      for (const event of events) watch.hear(event)
      return happened.splice(0)
    },
  }
}

test('an event starts a rule each time that it happens', () => {
  const { after } = watching({ start: pressed })
  expect(after(button, input(true), button)).toEqual(['r', 'r'])
})

test('a state starts it when it changes to what the rule says, and only then', () => {
  const { after } = watching({ start: opened }, input(true))
  expect(after(input(true), input(false), input(true), input(true))).toEqual(['r'])
  // Another port is another state.
  expect(after(input(true, '2'))).toEqual([])
})

test('without a value every change of a state starts it, of every source', () => {
  const { after } = watching({ start: { topic: PORT_TOPICS.input, items: [] } }, input(false))
  expect(after(input(true), input(true), input(false), input(true, '2'))).toEqual(['r', 'r', 'r'])
})

test('all conditions have to hold while the event happens', () => {
  const { after } = watching({ start: pressed, conditions: [atNight, opened] }, night(false))
  expect(after(button, night(true), button)).toEqual([])
  expect(after(input(true), button)).toEqual(['r'])
  expect(after(night(false), button)).toEqual([])
})

test('a condition that comes true later does not start a rule that has a start event', () => {
  const { after } = watching({ start: opened, conditions: [atNight] }, night(false))
  expect(after(input(true), night(true))).toEqual([])
})

test('without a start event it starts when the last condition comes true', () => {
  const { after } = watching({ conditions: [atNight, opened] }, night(false), input(false))
  expect(after(night(true))).toEqual([])
  expect(after(input(true))).toEqual(['r'])
  expect(after(input(true), button)).toEqual([])
  expect(after(night(false), night(true))).toEqual(['r'])
})

test('conditions that hold from the beginning start nothing that runs once', () => {
  expect(watching({ conditions: [atNight] }, night(true)).after()).toEqual([])
})

test('an action that lasts ends with the state or a condition, whichever comes first', () => {
  const both = { start: opened, conditions: [atNight], unlimited: true }
  const { after } = watching(both, night(true), input(false))
  expect(after(input(true), input(true))).toEqual(['r'])
  expect(after(night(false))).toEqual(['-r'])
  expect(after(night(true))).toEqual(['r'])
  expect(after(input(false), night(false))).toEqual(['-r'])
})

test('an action that lasts begins at once after a power cut, if everything holds', () => {
  const lasting = { start: opened, conditions: [atNight], unlimited: true }
  expect(watching(lasting, night(true), input(true)).after()).toEqual(['r'])
})

test('other rules that are loaded again leave an action that lasts alone', () => {
  const opening = watching({ conditions: [atNight], unlimited: true }, night(true))
  expect(opening.after()).toEqual(['r'])
  opening.watch.load([opening.rule])
  expect(opening.after()).toEqual([])
  // Its change has ended the action.
  opening.watch.load([{ ...opening.rule, version: '2' }])
  expect(opening.after()).toEqual(['r'])
})

test('a moment starts an action that lasts until its conditions are over', () => {
  const { after } = watching(
    { start: pressed, conditions: [atNight], unlimited: true },
    night(false),
  )
  expect(after(button)).toEqual([])
  expect(after(night(true), button)).toEqual(['r'])
  expect(after(night(false))).toEqual(['-r'])
})

test('a change of a state starts an action that lasts only when it happens', () => {
  const anyChange = { topic: PORT_TOPICS.input, items: [] }
  const { after } = watching(
    { start: anyChange, conditions: [atNight], unlimited: true },
    night(false),
    input(true),
  )
  expect(after(night(true))).toEqual([])
  expect(after(input(false))).toEqual(['r'])
  expect(after(night(false))).toEqual(['-r'])
})

test('a state that the clock has repeated starts nothing that runs once', () => {
  const once = watching({ start: atNight }, night(false))
  expect(once.after(night(true))).toEqual(['r'])
  once.watch.hear(night(false), 'repeated')
  once.watch.hear(night(true), 'repeated')
  expect(once.after(night(false), night(true))).toEqual(['r'])
  const condition = watching({ conditions: [atNight] }, night(false))
  condition.watch.hear(night(true), 'repeated')
  expect(condition.after(night(false), night(true))).toEqual(['r'])
  // What lasts follows the clock.
  const light = watching({ conditions: [atNight], unlimited: true }, night(true))
  expect(light.after()).toEqual(['r'])
  light.watch.hear(night(false), 'repeated')
  expect(light.after()).toEqual(['-r'])
  light.watch.hear(night(true), 'repeated')
  expect(light.after()).toEqual(['r'])
})

test('what is gone no longer holds', () => {
  const light = watching({ start: opened, conditions: [atNight], unlimited: true }, night(true))
  expect(light.after(input(true))).toEqual(['r'])
  light.watch.forget(input(true, '2'))
  expect(light.after()).toEqual([])
  expect(light.watch.isHeld('r')).toBe(true)
  light.watch.forget(input(true))
  expect(light.after()).toEqual(['-r'])
  expect(light.watch.isHeld('r')).toBe(false)
  light.watch.forget(input(true))
  expect(light.after(input(true))).toEqual(['r'])
})

test('an action ends whose condition is gone when the rules are loaded again', () => {
  const current = [night(true)]
  const opening = watching({ conditions: [atNight], unlimited: true }, ...current)
  expect(opening.after()).toEqual(['r'])
  opening.current.length = 0
  opening.watch.load([opening.rule])
  expect(opening.after()).toEqual(['-r'])
})

test('a moment that started an action which goes on is no state that holds', () => {
  const { after, watch } = watching(
    { start: pressed, conditions: [atNight], unlimited: true },
    night(true),
  )
  expect(after(button)).toEqual(['r'])
  expect(watch.isHeld('r')).toBe(false)
})

test('topics that no rule can have are ignored', () => {
  const changed = { topic: TOPICS.changed, at, source: {}, data: { Area: 'ports' } }
  expect(watching({ start: { topic: TOPICS.changed, items: [] } }).after(changed)).toEqual([])
})
