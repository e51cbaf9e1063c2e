import { PORT_TOPICS, RULE_TOPICS, TOPICS } from '@lintel/contract/events'
import { expect, test } from 'vitest'
import { AT_NIGHT, lastingAction, openRuleRig, SWITCH } from './testing/rule-rig.ts'

const AT_PORT = { template: SWITCH, parameters: { port: '0' } }
const WHILE_NIGHT = { start: undefined, conditions: [AT_NIGHT] }

/** A light that is on at night. */
function rigWithLight(rule: object = {}) {
  const rig = openRuleRig()
  const light = lastingAction()
  rig.local.set(SWITCH, light.act)
  const id = rig.add(AT_PORT, { ...WHILE_NIGHT, ...rule })
  rig.night(false)
  rig.start()
  return { rig, light, id }
}

test('a condition that ends during the delay starts nothing, and the next time counts anew', async () => {
  const { rig, light } = rigWithLight({ delay: 30 })
  rig.night(true)
  await rig.clock.advance(29_000)
  rig.night(false)
  await rig.clock.advance(60_000)
  expect(light.runs).toEqual([])
  expect(rig.log()).toEqual([])
  rig.night(true)
  await rig.clock.advance(29_000)
  rig.night(false)
  rig.night(true)
  await rig.clock.advance(29_000)
  expect(light.runs).toEqual([])
  await rig.clock.advance(1000)
  expect(light.going()).toBe(1)
})

test('a condition that is over for a moment starts it again', async () => {
  const { rig, light } = rigWithLight()
  rig.night(true)
  await rig.settle()
  rig.night(false)
  rig.night(true)
  await rig.settle()
  expect(light.runs).toHaveLength(2)
  expect(light.going()).toBe(1)
})

test('an action that takes a while to end, such as a recording, does not keep the next from beginning', async () => {
  const { rig, light } = rigWithLight()
  rig.local.set(SWITCH, async (run) => {
    await light.act(run)
    await rig.clock.wait(5000)
    return 'stored'
  })
  rig.night(true)
  await rig.settle()
  rig.night(false)
  await rig.clock.advance(1000)
  rig.night(true)
  await rig.settle()
  expect(light.going()).toBe(1)
  await rig.clock.advance(10_000)
  expect(light.going()).toBe(1)
  rig.night(false)
  await rig.clock.advance(10_000)
  expect(light.going()).toBe(0)
  expect(rig.log().filter(({ result }) => result === 'dropped')).toEqual([])
})

test('a rule is tried while its action lasts, which then goes on', async () => {
  const { rig, light, id } = rigWithLight()
  rig.night(true)
  await rig.settle()
  rig.rules.run(id)
  await rig.settle()
  expect(light.going()).toBe(2)
  await rig.clock.advance(5000)
  expect(light.going()).toBe(1)
  rig.night(false)
  await rig.settle()
  expect(light.going()).toBe(0)
})

test('a condition that comes true while the rule is tried counts', async () => {
  const { rig, light, id } = rigWithLight()
  rig.rules.run(id)
  await rig.settle()
  rig.night(true)
  await rig.settle()
  await rig.clock.advance(5000)
  expect(light.going()).toBe(1)
})

test('a rule that does enough already is not tried', async () => {
  const { rig, id } = rigWithLight()
  for (let times = 0; times < 4; times += 1) rig.rules.run(id)
  expect(() => rig.rules.run(id)).toThrow('The rule still has too much to do.')
  await rig.clock.advance(5000)
  rig.rules.run(id)
})

test('after a flood it is on if its condition holds then, and off if it does not', async () => {
  const { rig, light } = rigWithLight()
  for (let times = 0; times < 1000; times += 1) {
    rig.night(true)
    rig.night(false)
  }
  rig.night(true)
  await rig.clock.advance(3000)
  expect(light.going()).toBe(1)
  for (let times = 0; times < 1000; times += 1) {
    rig.night(false)
    rig.night(true)
  }
  rig.night(false)
  await rig.clock.advance(3000)
  expect(light.going()).toBe(0)
  expect(rig.log().some(({ result }) => result === 'dropped')).toBe(true)
  expect(rig.errors).toEqual([])
})

test('a moment that comes again while its action lasts is no start that was dropped', async () => {
  const start = { topic: RULE_TOPICS.callButton, items: [] }
  const { rig, light } = rigWithLight({ start })
  rig.night(true)
  for (let times = 0; times < 3; times += 1) {
    rig.press()
    await rig.settle()
  }
  expect(light.runs).toHaveLength(1)
  expect(rig.log()).toEqual([])
})

test('an action ends when what its condition is about is gone', async () => {
  const registered = {
    topic: TOPICS.sipAccountStatus,
    items: [
      { name: 'SIPAccountId', value: '1' },
      { name: 'Status', value: '200' },
    ],
  }
  const { rig, light } = rigWithLight({ conditions: [registered] })
  const [topic, source] = [TOPICS.sipAccountStatus, { SIPAccountId: '1' }]
  const register = () =>
    rig.events.publish({ topic, source, data: { Status: '200', StatusText: 'OK' } }, 'state')
  register()
  await rig.settle()
  expect(light.going()).toBe(1)
  rig.events.forget(topic, source)
  await rig.settle()
  expect(light.going()).toBe(0)
  register()
  await rig.settle()
  expect(light.going()).toBe(1)
})

test('an action that switches a state back is heard of after the event that started it', async () => {
  const rig = openRuleRig()
  const relay = (active: boolean) =>
    rig.events.publish(
      {
        topic: PORT_TOPICS.output,
        source: { RelayToken: '3' },
        data: { LogicalState: active ? 'active' : 'inactive' },
      },
      'state',
    )
  rig.local.set('com.axis.action.fixed.io.toggle', () => {
    relay(false)
    return Promise.resolve('')
  })
  const items = [{ name: 'LogicalState', value: 'active' }]
  const start = { topic: PORT_TOPICS.output, items }
  rig.add({ template: 'com.axis.action.fixed.io.toggle', parameters: { port: '2' } }, { start })
  relay(false)
  rig.start()
  const heard: (string | undefined)[] = []
  rig.events.subscribe(({ topic, data }) => {
    if (topic === PORT_TOPICS.output) heard.push(data['LogicalState'])
  })
  relay(true)
  await rig.settle()
  expect(heard).toEqual(['active', 'inactive'])
})

test('a rule that is saved switches its output without a gap', async () => {
  const { rig, light, id } = rigWithLight()
  rig.night(true)
  await rig.settle()
  const going: number[] = []
  rig.local.set(SWITCH, (run) => {
    going.push(light.runs.length)
    return light.act(run)
  })
  rig.store.rules.update(id, { name: 'Renamed' })
  // At once, before the action of the old version has put anything back.
  expect(going).toEqual([1])
})
