import { RULE_TOPICS } from '@lintel/contract/events'
import { expect, test } from 'vitest'
import { AT_NIGHT, lastingAction, MAIL, openRuleRig, PULSE, SWITCH } from './testing/rule-rig.ts'

const AT_PORT = { template: PULSE, parameters: { port: '0' } }
const MAKES = { topic: RULE_TOPICS.virtualInput, items: [{ name: 'active', value: '1' }] }

test.each([
  ['1,000 events a second', 1, MAIL],
  ['ten events a second', 100, MAIL],
  ['six events a second', 166, PULSE],
])(
  '%s are dropped beyond a limit, but the rule is not taken for a loop',
  async (_, pause, template) => {
    const rig = openRuleRig()
    let pulses = 0
    rig.local.set(PULSE, () => {
      pulses += 1
      return Promise.resolve('')
    })
    const id = rig.add(template === PULSE ? AT_PORT : { template })
    rig.start()
    const events = Math.ceil(10_000 / pause)
    for (let event = 0; event < events; event += 1) {
      rig.press()
      await rig.clock.advance(pause)
    }
    await rig.clock.advance(2000)
    expect(rig.store.rules.find(id)?.stopped).toBe(false)
    const ran = pulses + rig.sent.length
    expect(ran).toBeGreaterThanOrEqual(20)
    const log = rig.log()
    const dropped = log.reduce(
      (sum, { result, count }) => sum + (result === 'dropped' ? count : 0),
      0,
    )
    expect(ran + dropped).toBe(events)
    expect(log.some(({ result }) => result === 'stopped')).toBe(false)
  },
)

/** Another system that answers each message with an event, some time after it. */
function rigWithEcho(pause: number, whileItRuns: boolean) {
  const rig = openRuleRig()
  let inputs = 0
  const answer = () => {
    inputs += 1
    // What comes over the network has no context.
    setImmediate(() => {
      for (const active of ['0', '1']) {
        const event = { topic: RULE_TOPICS.virtualInput, source: { port: '1' }, data: { active } }
        rig.events.publish(event, 'state')
      }
    })
  }
  rig.fates.set('echo', async () => {
    if (whileItRuns) answer()
    await rig.clock.wait(pause)
    if (!whileItRuns) void rig.clock.wait(10).then(answer)
    return ''
  })
  const id = rig.add(
    { template: MAIL, parameters: { host: 'echo' } },
    { name: 'Echo', start: MAKES },
  )
  rig.start()
  answer()
  return { rig, id, inputs: () => inputs }
}

test.each([
  ['after it has ended', false],
  ['while it runs', true],
])('a rule that starts itself through another system, %s, is stopped', async (_, whileItRuns) => {
  const { rig, id, inputs } = rigWithEcho(50, whileItRuns)
  for (let times = 0; times < 100; times += 1) await rig.clock.advance(50)
  expect(rig.store.rules.find(id)?.stopped).toBe(true)
  expect(rig.log()).toContainEqual({ rule: 'Echo', result: 'stopped', why: '', count: 1 })
  expect(inputs()).toBeLessThan(30)
})

test('a quick series that has ended was no loop, and its last event counts', async () => {
  const rig = openRuleRig()
  const id = rig.add({ template: MAIL })
  rig.start()
  for (let event = 0; event < 21; event += 1) {
    rig.press()
    await rig.clock.advance(100)
  }
  expect(rig.sent).toHaveLength(20)
  await rig.clock.advance(1000)
  expect(rig.sent).toHaveLength(21)
  await rig.clock.advance(1000)
  rig.press()
  await rig.settle()
  expect(rig.sent).toHaveLength(22)
  expect(rig.store.rules.find(id)?.stopped).toBe(false)
  expect(rig.log().every(({ result }) => result === 'done')).toBe(true)
})

test.each([true, false])(
  'an action that lasts, and is tested for a loop, follows its state: %s',
  async (isNight) => {
    const rig = openRuleRig()
    const light = lastingAction()
    rig.local.set(SWITCH, light.act)
    const action = { template: SWITCH, parameters: { port: '0' } }
    rig.add(action, { start: undefined, conditions: [AT_NIGHT] })
    rig.night(false)
    rig.start()
    for (let times = 0; times < 21; times += 1) {
      rig.night(false)
      await rig.settle()
      rig.night(true)
      await rig.clock.advance(100)
    }
    // The last one is held up.
    expect(light.runs).toHaveLength(20)
    expect(light.going()).toBe(0)
    rig.night(isNight)
    await rig.clock.advance(1000)
    expect(light.going()).toBe(isNight ? 1 : 0)
  },
)

test('a rule that did nothing for a long time starts no more often at once', async () => {
  const rig = openRuleRig()
  rig.add({ template: MAIL })
  rig.start()
  rig.press()
  await rig.clock.advance(3_600_000)
  for (let times = 0; times < 30; times += 1) rig.press()
  await rig.settle()
  expect(rig.sent).toHaveLength(21)
})

test('what a stopped rule still has to deliver is delivered, and told', async () => {
  const rig = openRuleRig()
  const { act } = lastingAction()
  rig.local.set(SWITCH, act)
  const night = { ...AT_NIGHT, items: [{ name: 'id', value: 'night' }] }
  rig.local.set(PULSE, () => {
    rig.night(false)
    rig.night(true)
    return Promise.resolve('')
  })
  rig.add(AT_PORT, { name: 'Loop', start: night })
  rig.add({ template: MAIL }, { name: 'Mail', start: night })
  rig.night(false)
  rig.start()
  rig.night(true)
  await rig.settle()
  const results = rig.log().filter(({ rule }) => rule === 'Loop')
  expect(results.filter(({ result }) => result === 'stopped')).toHaveLength(1)
  expect(rig.rules.waiting()).toBe(0)
  const mails = rig.log().filter(({ rule, result }) => rule === 'Mail' && result === 'done')
  expect(mails).toHaveLength(rig.sent.length)
})

test('an event that is published before the start, or with a change of another rule, is heard once', async () => {
  const rig = openRuleRig()
  const other = rig.add({ template: MAIL, parameters: { host: 'other' } }, { start: MAKES })
  rig.add({ template: MAIL })
  rig.press()
  rig.start()
  await rig.settle()
  expect(rig.sent).toEqual([])
  rig.press()
  rig.store.rules.update(other, { name: 'Changed' })
  await rig.settle()
  expect(rig.sent).toHaveLength(1)
})

test('a rule that is saved starts at once, however much was dropped before', async () => {
  const rig = openRuleRig()
  const id = rig.add({ template: MAIL })
  rig.start()
  for (let times = 0; times < 30; times += 1) rig.press()
  await rig.settle()
  expect(rig.sent).toHaveLength(20)
  rig.store.rules.update(id, { name: 'Saved' })
  rig.press()
  await rig.settle()
  expect(rig.sent).toHaveLength(21)
})

test('a state that changes right before another rule does starts what it should', async () => {
  const rig = openRuleRig()
  const other = rig.add({ template: MAIL, parameters: { host: 'other' } }, { start: MAKES })
  rig.add({ template: MAIL }, { start: AT_NIGHT })
  rig.night(false)
  rig.start()
  rig.night(true)
  rig.store.rules.update(other, { name: 'Changed' })
  await rig.settle()
  expect(rig.sent).toHaveLength(1)
})
