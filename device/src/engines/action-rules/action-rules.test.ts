import { PORT_TOPICS, RULE_TOPICS } from '@lintel/contract/events'
import { expect, test } from 'vitest'
import {
  AT_NIGHT,
  lastingAction,
  MAIL,
  MAIL_PICTURE,
  openRuleRig,
  PRESSED,
  PULSE,
  SWITCH,
} from './testing/rule-rig.ts'
import { ActionFailure } from './types.ts'

test('a press at night sends a mail with a picture to the recipient, and by day none', async () => {
  const rig = openRuleRig()
  const guard = rig.store.recipients.add({
    name: 'Guard',
    template: 'com.axis.recipient.smtp',
    ...rig.store.seal('com.axis.recipient.smtp', { host: 'mail', password: 'secret' }),
  })
  const parameters = { subject: 'Ring', message: 'At the door' }
  rig.add(
    { template: MAIL_PICTURE, parameters, recipient: guard.id },
    { name: 'Ring', conditions: [AT_NIGHT] },
  )
  rig.night(false)
  rig.start()
  rig.press()
  await rig.settle()
  expect(rig.sent).toEqual([])

  rig.night(true)
  rig.press()
  await rig.settle()
  const [{ template, values, parcel, topic } = expect.fail('nothing was sent')] = rig.sent
  expect({ template, topic }).toEqual({ template: MAIL_PICTURE, topic: RULE_TOPICS.callButton })
  expect(values).toMatchObject({ host: 'mail', password: 'secret' })
  expect(parcel).toMatchObject({ subject: 'Ring', message: 'At the door' })
  expect(parcel.attachments[0]).toMatchObject({
    path: 'image-now.jpg',
    bytes: Uint8Array.of(0xff, 0xd8),
  })
  expect(rig.log()).toEqual([{ rule: 'Ring', result: 'done', why: '', count: 1 }])
  expect(rig.benchLog).toContainEqual(['rule.done', { name: 'Ring' }])
})

test('a recipient that is down is tried again with growing pauses, and then it is told', async () => {
  const rig = openRuleRig()
  rig.fates.set('down', () => Promise.reject(new ActionFailure('unreachable', 'refused')))
  rig.add({ template: MAIL, parameters: { host: 'down' } }, { name: 'Mail', retries: 2 })
  rig.start()
  rig.press()
  await rig.settle()
  expect(rig.sent).toHaveLength(1)
  await rig.clock.advance(9_999)
  expect(rig.sent).toHaveLength(1)
  await rig.clock.advance(1)
  expect(rig.sent).toHaveLength(2)
  await rig.clock.advance(19_999)
  expect(rig.sent).toHaveLength(2)
  await rig.clock.advance(1)
  expect(rig.sent).toHaveLength(3)
  await rig.clock.advance(3_600_000)
  expect(rig.sent).toHaveLength(3)
  expect(rig.log()).toEqual([
    { rule: 'Mail', result: 'retrying', why: 'unreachable', count: 1 },
    { rule: 'Mail', result: 'retrying', why: 'unreachable', count: 2 },
    { rule: 'Mail', result: 'failed', why: 'unreachable', count: 3 },
  ])
  const failed = rig.published.find(({ topic }) => topic === RULE_TOPICS.actionFailed)
  expect(failed?.data).toEqual({ description: 'Mail: unreachable: refused' })
})

test('one that hangs delays no other rule', async () => {
  const rig = openRuleRig()
  rig.fates.set('hangs', () => new Promise(() => {}))
  rig.add({ template: MAIL, parameters: { host: 'hangs' } })
  rig.add({ template: MAIL, parameters: { host: 'up' } }, { name: 'Fine' })
  rig.start()
  rig.press()
  rig.press()
  await rig.settle()
  expect(rig.sent.map(({ values }) => values['host'])).toEqual(['hangs', 'up', 'up'])
  expect(rig.log().map(({ rule }) => rule)).toEqual(['Fine', 'Fine'])
})

test('what is not delivered yet survives a power cut, with its picture and its tries', async () => {
  const rig = openRuleRig()
  rig.fates.set('down', () => Promise.reject(new ActionFailure('timeout')))
  rig.add({ template: MAIL_PICTURE, parameters: { host: 'down' } }, { retries: 1 })
  rig.start()
  rig.press()
  await rig.settle()
  rig.powerCut()
  expect(rig.rules.waiting()).toBe(1)
  await rig.settle()
  expect(rig.sent).toHaveLength(1)
  rig.fates.clear()
  await rig.clock.advance(10_000)
  expect(rig.sent).toHaveLength(2)
  expect(rig.sent[1]?.parcel).toEqual(rig.sent[0]?.parcel)
  expect(rig.rules.waiting()).toBe(0)
  rig.powerCut()
  expect(rig.rules.waiting()).toBe(0)
  expect(rig.log().map(({ result }) => result)).toEqual(['retrying', 'done'])
})

test('a mail goes to the address that the recipient has by then, and with its new password', async () => {
  const rig = openRuleRig()
  const template = 'com.axis.recipient.smtp'
  const stored = (host: string, password: string) => ({
    name: 'Guard',
    template,
    ...rig.store.seal(template, { host, password }),
  })
  const guard = rig.store.recipients.add(stored('down', 'old'))
  rig.fates.set('down', () => Promise.reject(new ActionFailure('signIn')))
  rig.add({ template: MAIL, parameters: {}, recipient: guard.id })
  rig.start()
  rig.press()
  await rig.settle()
  rig.store.recipients.update(guard.id, stored('up', 'new'))
  await rig.clock.advance(10_000)
  expect(rig.sent.at(-1)?.values).toMatchObject({ host: 'up', password: 'new' })
})

test('a rule that is removed delivers nothing more', async () => {
  const rig = openRuleRig()
  rig.fates.set('down', () => Promise.reject(new ActionFailure('timeout')))
  const id = rig.add({ template: MAIL, parameters: { host: 'down' } })
  rig.start()
  rig.press()
  await rig.settle()
  rig.store.rules.remove(id)
  await rig.clock.advance(60_000)
  expect(rig.sent).toHaveLength(1)
  expect(rig.rules.waiting()).toBe(0)
})

test('a delay passes before the action, and the delivery says what was true at the event', async () => {
  const rig = openRuleRig()
  const { runs, act } = lastingAction()
  rig.local.set(PULSE, act)
  rig.add({ template: PULSE, parameters: { port: '0' } }, { delay: 30 })
  rig.add({ template: MAIL }, { delay: 30 })
  rig.start()
  rig.press()
  await rig.settle()
  await rig.clock.advance(29_999)
  expect([runs.length, rig.sent.length]).toEqual([0, 0])
  await rig.clock.advance(1)
  expect([runs.length, rig.sent.length]).toEqual([1, 1])
})

test('nothing happens late at the door: a delayed action does not survive a power cut', async () => {
  const rig = openRuleRig()
  const { runs, act } = lastingAction()
  rig.local.set(PULSE, act)
  rig.add({ template: PULSE, parameters: { port: '0' } }, { delay: 30 })
  rig.start()
  rig.press()
  await rig.settle()
  rig.powerCut()
  await rig.clock.advance(60_000)
  expect(runs).toEqual([])
})

test('an action lasts as long as its condition, also over a power cut', async () => {
  const rig = openRuleRig()
  const { runs, act } = lastingAction()
  rig.local.set(SWITCH, act)
  const conditions = [AT_NIGHT]
  rig.add({ template: SWITCH, parameters: { port: '0' } }, { start: undefined, conditions })
  rig.night(false)
  rig.start()
  rig.night(true)
  await rig.settle()
  expect(runs).toHaveLength(1)
  rig.powerCut()
  await rig.settle()
  expect(runs.map(({ until }) => until.aborted)).toEqual([true, false])
  expect(rig.benchLog).toEqual([])
  rig.night(false)
  await rig.settle()
  expect(runs[1]?.until.aborted).toBe(true)
  expect(rig.log().at(-1)).toMatchObject({ result: 'done', why: 'ended' })
  // Nobody has started it by hand, although after the power cut no event did it either.
  expect(new Set(rig.topics())).toEqual(new Set([AT_NIGHT.topic]))
})

test('the log tells that an action which goes on has begun, and later how it ended', async () => {
  const rig = openRuleRig()
  const { act } = lastingAction()
  rig.local.set(SWITCH, act)
  const action = { template: SWITCH, parameters: { port: '0' } }
  const id = rig.add(action, { name: 'Light', start: undefined, conditions: [AT_NIGHT] })
  rig.start()
  rig.night(true)
  await rig.settle()
  expect(rig.log()).toEqual([])
  const started = rig.rules.lastStarts().get(id)
  expect(started).toBe('2026-11-27T21:00:00.000Z')
  await rig.clock.advance(1000)
  expect(rig.log()).toEqual([{ rule: 'Light', result: 'started', why: '', count: 1 }])
  await rig.clock.advance(3_600_000)
  rig.night(false)
  await rig.settle()
  expect(rig.log().map(({ result }) => result)).toEqual(['started', 'done'])
  expect(rig.rules.lastStarts().get(id)).toBe(started)
})

test('a rule that is changed or disabled ends what it was doing', async () => {
  const rig = openRuleRig()
  const { runs, act } = lastingAction()
  rig.local.set(SWITCH, act)
  const id = rig.add(
    { template: SWITCH, parameters: { port: '0' } },
    { start: undefined, conditions: [AT_NIGHT] },
  )
  rig.night(true)
  rig.start()
  await rig.settle()
  rig.store.rules.update(id, { name: 'Renamed' })
  await rig.settle()
  expect(runs.map(({ until }) => until.aborted)).toEqual([true, false])
  rig.store.rules.update(id, { enabled: false })
  await rig.settle()
  expect(runs.map(({ until }) => until.aborted)).toEqual([true, true])
})

test('one press tries a rule, whatever its conditions, and one that lasts for 5 s', async () => {
  const rig = openRuleRig()
  const { runs, act } = lastingAction()
  rig.local.set(SWITCH, act)
  const mail = rig.add({ template: MAIL }, { enabled: false, delay: 60 })
  const light = rig.add(
    { template: SWITCH, parameters: { port: '0' } },
    { start: undefined, conditions: [AT_NIGHT] },
  )
  rig.start()
  rig.rules.run(mail)
  rig.rules.run(light)
  await rig.settle()
  expect(rig.sent).toMatchObject([{ topic: '' }])
  expect(runs[0]?.until.aborted).toBe(false)
  await rig.clock.advance(5_000)
  expect(runs[0]?.until.aborted).toBe(true)
  expect(() => rig.rules.run('99')).toThrow('The action rule was not found.')
})

test('a rule that starts itself is stopped and named, and runs again once it is saved', async () => {
  const rig = openRuleRig()
  let pulses = 0
  const relay = (active: boolean) =>
    rig.events.publish(
      {
        topic: PORT_TOPICS.output,
        source: { RelayToken: '3' },
        data: { LogicalState: active ? 'active' : 'inactive' },
      },
      'state',
    )
  rig.local.set(PULSE, async () => {
    pulses += 1
    await Promise.resolve()
    relay(false)
    relay(true)
    return ''
  })
  const start = {
    topic: PORT_TOPICS.output,
    items: [{ name: 'LogicalState', value: 'active' }],
  }
  const id = rig.add({ template: PULSE, parameters: { port: '0' } }, { name: 'Loop', start })
  rig.add({ template: MAIL }, { name: 'Other' })
  relay(false)
  rig.start()
  relay(true)
  await rig.settle()
  expect(pulses).toBe(3)
  expect(rig.store.rules.find(id)?.stopped).toBe(true)
  expect(rig.log()).toContainEqual({ rule: 'Loop', result: 'stopped', why: '', count: 1 })
  expect(rig.benchLog).toContainEqual(['rule.stopped', { name: 'Loop' }])
  relay(false)
  relay(true)
  rig.press()
  await rig.settle()
  expect(pulses).toBe(3)
  expect(rig.sent).toHaveLength(1)
  rig.store.rules.update(id, { stopped: false })
  relay(false)
  relay(true)
  await rig.settle()
  expect(pulses).toBe(6)
})

test('1,000 events a second for 10 s: bounded, and the log says what was dropped', async () => {
  const rig = openRuleRig()
  rig.fates.set('hangs', () => new Promise(() => {}))
  rig.add({ template: MAIL, parameters: { host: 'hangs' } }, { name: 'Hangs' })
  rig.add({ template: MAIL }, { name: 'Fine' })
  rig.start()
  const before = process.memoryUsage().heapUsed
  for (let second = 0; second < 10; second += 1) {
    for (let event = 0; event < 1000; event += 1) rig.press()
    await rig.clock.advance(1000)
  }
  expect(rig.rules.waiting()).toBeLessThanOrEqual(50)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100 << 20)
  const counts = { Hangs: 0, Fine: 0 }
  const log = rig.log()
  for (const { rule, result, count } of log) {
    if (result === 'dropped') counts[rule as 'Hangs' | 'Fine'] += count
  }
  const fine = log.filter(({ rule, result }) => rule === 'Fine' && result === 'done').length
  expect(fine).toBeGreaterThanOrEqual(20)
  expect(counts.Fine).toBe(10_000 - fine)
  expect(counts.Hangs + rig.rules.waiting()).toBe(10_000)
  expect(log.length).toBeLessThan(500)
  expect(rig.errors).toEqual([])
})

test('on a full disk an action says so, and other actions go on', async () => {
  const rig = openRuleRig()
  const { runs, act } = lastingAction()
  rig.local.set(PULSE, act)
  rig.add({ template: MAIL }, { name: 'Mail' })
  rig.add({ template: PULSE, parameters: { port: '0' } })
  rig.start()
  rig.fillDisk(true)
  rig.press()
  await rig.settle()
  expect(rig.sent).toEqual([])
  expect(runs).toHaveLength(1)
  const failed = rig.benchLog.find((entry) => (entry as string[])[0] === 'rule.failed')
  expect(failed).toMatchObject(['rule.failed', { name: 'Mail' }])
  rig.fillDisk(false)
  rig.press()
  await rig.settle()
  expect(rig.sent).toHaveLength(1)
})

test('all stored state can be replaced', async () => {
  const rig = openRuleRig()
  rig.add({ template: MAIL, parameters: { host: 'up' } })
  rig.start()
  rig.store.rules.clear()
  rig.add({ template: MAIL, parameters: { host: 'restored' } }, { start: PRESSED })
  rig.rules.stateRestored()
  rig.press()
  await rig.settle()
  expect(rig.sent.map(({ values }) => values['host'])).toEqual(['restored'])
})
