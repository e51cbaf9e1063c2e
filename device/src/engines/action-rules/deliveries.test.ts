import { expect, test } from 'vitest'
import { MAIL, MAIL_PICTURE, openRuleRig } from './testing/rule-rig.ts'
import { ActionFailure } from './types.ts'

const DAY = 86_400_000

test('a clock that is set back does not hold up what waits', async () => {
  const rig = openRuleRig()
  let release = () => {}
  rig.fates.set('slow', () => new Promise((resolve) => (release = () => resolve(''))))
  rig.add({ template: MAIL, parameters: { host: 'slow' } })
  rig.add({ template: MAIL, parameters: { host: 'delayed' } }, { delay: 60 })
  rig.start()
  rig.press()
  rig.press()
  await rig.settle()
  rig.clock.set(rig.clock.now() - 40 * DAY)
  release()
  await rig.settle()
  expect(rig.sent.map(({ values }) => values['host'])).toEqual(['slow', 'slow'])
  await rig.clock.advance(60_000)
  expect(rig.sent.filter(({ values }) => values['host'] === 'delayed')).toHaveLength(2)
})

test('a clock that is set forward sends nothing early, and after a power cut nothing waits for days', async () => {
  const rig = openRuleRig()
  rig.add({ template: MAIL }, { delay: 60 })
  rig.start()
  rig.press()
  await rig.settle()
  rig.clock.set(rig.clock.now() + 40 * DAY)
  await rig.clock.advance(59_000)
  expect(rig.sent).toEqual([])
  await rig.clock.advance(1000)
  expect(rig.sent).toHaveLength(1)
  rig.press()
  await rig.settle()
  rig.clock.set(rig.clock.now() - 80 * DAY)
  rig.powerCut()
  await rig.clock.advance(3_600_000)
  expect(rig.sent).toHaveLength(2)
})

test('a rule that is tried does not wait for what is delayed or tried again', async () => {
  const rig = openRuleRig()
  const delayed = rig.add({ template: MAIL }, { delay: 3600 })
  rig.fates.set('down', () => Promise.reject(new ActionFailure('unreachable')))
  const down = rig.add({ template: MAIL, parameters: { host: 'down' } }, { retries: 10 })
  rig.start()
  rig.press()
  await rig.settle()
  expect(rig.sent).toHaveLength(1)
  rig.rules.run(delayed)
  rig.rules.run(down)
  await rig.settle()
  expect(rig.sent.slice(1).map(({ values, topic }) => [values['host'], topic])).toEqual([
    ['up', ''],
    ['down', ''],
  ])
  await rig.clock.advance(3_600_000)
  expect(rig.sent.filter(({ values }) => values['host'] === 'up')).toHaveLength(2)
})

test('one that is tried comes after the one that is under way', async () => {
  const rig = openRuleRig()
  const releases: (() => void)[] = []
  rig.fates.set('slow', () => new Promise((resolve) => releases.push(() => resolve(''))))
  const id = rig.add({ template: MAIL, parameters: { host: 'slow' } })
  rig.start()
  rig.press()
  rig.press()
  await rig.settle()
  rig.rules.run(id)
  await rig.settle()
  expect(rig.sent).toHaveLength(1)
  for (let times = 0; times < 3; times += 1) {
    releases.shift()?.()
    await rig.settle()
  }
  expect(rig.sent.map(({ topic }) => topic === '')).toEqual([false, true, false])
  expect(rig.rules.waiting()).toBe(0)
})

test('a shorter delay lets a later event go first, and none is sent twice', async () => {
  const rig = openRuleRig()
  const id = rig.add({ template: MAIL, parameters: { host: 'up', subject: '1' } }, { delay: 60 })
  rig.start()
  rig.press()
  await rig.settle()
  rig.store.rules.update(id, { delay: 10 })
  rig.press()
  await rig.settle()
  await rig.clock.advance(10_000)
  expect(rig.sent).toHaveLength(1)
  await rig.clock.advance(50_000)
  expect(rig.sent).toHaveLength(2)
  expect(rig.rules.waiting()).toBe(0)
})

test('all texts of a delivery have the same number and the time of the event', async () => {
  const rig = openRuleRig()
  const parameters = { host: 'up', subject: '#s', message: '#s', create_folder: '#s' }
  rig.add({ template: MAIL_PICTURE, parameters })
  rig.start()
  rig.press()
  rig.press()
  await rig.settle()
  expect(
    rig.sent.map(({ parcel }) => [parcel.subject, parcel.message, parcel.attachments[0]?.path]),
  ).toEqual([
    ['1', '1', '1/image-now.jpg'],
    ['2', '2', '2/image-now.jpg'],
  ])
})

test('a slow camera holds up no more than a rule can deliver', async () => {
  const rig = openRuleRig()
  rig.add({ template: MAIL_PICTURE })
  rig.start()
  let asked = 0
  rig.camera.take = () => {
    asked += 1
    return new Promise(() => {})
  }
  for (let second = 0; second < 60; second += 1) {
    for (let times = 0; times < 10; times += 1) rig.press()
    await rig.clock.advance(1000)
  }
  expect(asked).toBe(50)
  const dropped = rig.log().filter(({ result }) => result === 'dropped')
  expect(dropped.reduce((sum, { count }) => sum + count, 0)).toBe(550)
})

test('room that was kept for a picture is free again when there is none', async () => {
  const rig = openRuleRig()
  rig.add({ template: MAIL_PICTURE })
  rig.start()
  rig.camera.take = () => Promise.reject(new ActionFailure('notPossible'))
  for (let second = 0; second < 60; second += 1) {
    rig.press()
    await rig.clock.advance(1000)
  }
  expect(rig.log().map(({ result }) => result)).toEqual(Array.from({ length: 60 }, () => 'failed'))
})

test('a rule that is edited while its picture is taken still sends it', async () => {
  const rig = openRuleRig()
  const id = rig.add({ template: MAIL_PICTURE })
  rig.start()
  let taken: ((picture: Uint8Array) => void) | undefined
  rig.camera.take = (signal) =>
    new Promise((resolve, reject) => {
      taken = resolve
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  rig.press()
  await rig.settle()
  rig.store.rules.update(id, { name: 'Renamed' })
  taken?.(Uint8Array.of(1))
  await rig.settle()
  expect(rig.sent).toHaveLength(1)
})

test('a picture that is taken while its rule is disabled, or all state is replaced, is not sent', async () => {
  const rig = openRuleRig()
  const id = rig.add({ template: MAIL_PICTURE })
  rig.start()
  const taken: (() => void)[] = []
  rig.camera.take = () =>
    new Promise((resolve) => {
      taken.push(() => resolve(Uint8Array.of(1)))
    })
  rig.press()
  await rig.settle()
  rig.store.rules.update(id, { enabled: false })
  taken.shift()?.()
  await rig.settle()
  expect(rig.sent).toEqual([])

  rig.store.rules.update(id, { enabled: true })
  rig.press()
  await rig.settle()
  rig.rules.stateRestored()
  taken.shift()?.()
  await rig.settle()
  expect(rig.sent).toEqual([])
  expect(rig.log()).toEqual([])
})

test('what comes while a recipient is down waits for its turn', async () => {
  const rig = openRuleRig()
  rig.fates.set('down', () => Promise.reject(new ActionFailure('unreachable')))
  rig.add({ template: MAIL, parameters: { host: 'down', subject: '#s' } })
  rig.start()
  for (let times = 0; times < 3; times += 1) {
    rig.press()
    await rig.settle()
  }
  expect(rig.sent).toHaveLength(1)
  rig.fates.clear()
  await rig.clock.advance(10_000)
  expect(rig.sent.map(({ parcel }) => parcel.subject)).toEqual(['1', '1', '2', '3'])
})

test('a rule that is disabled delivers nothing more, and the log says so', async () => {
  const rig = openRuleRig()
  const id = rig.add({ template: MAIL }, { name: 'Late', delay: 60 })
  rig.start()
  rig.press()
  rig.press()
  await rig.settle()
  rig.store.rules.update(id, { enabled: false })
  await rig.clock.advance(120_000)
  expect(rig.sent).toEqual([])
  expect(rig.rules.waiting()).toBe(0)
  expect(rig.log()).toMatchObject([{ rule: 'Late', result: 'failed', why: 'notPossible' }])
  rig.powerCut()
  expect(rig.rules.waiting()).toBe(0)
  // Somebody may still try it.
  rig.rules.run(id)
  await rig.settle()
  expect(rig.sent).toHaveLength(1)
})

test('what was made for another kind of recipient is not delivered after an edit', async () => {
  const rig = openRuleRig()
  const id = rig.add({ template: MAIL }, { delay: 60 })
  rig.start()
  rig.press()
  await rig.settle()
  const { configuration = '' } = rig.store.rules.find(id) ?? {}
  rig.store.configurations.update(configuration, {
    template: 'com.axis.action.fixed.notification.tcp',
  })
  await rig.clock.advance(120_000)
  expect(rig.sent).toEqual([])
})

test('an edit that keeps the recipient keeps what waits, with as many retries as it says by then', async () => {
  const rig = openRuleRig()
  rig.fates.set('down', () => Promise.reject(new ActionFailure('unreachable')))
  const id = rig.add({ template: MAIL, parameters: { host: 'down' } }, { retries: 5 })
  rig.start()
  rig.press()
  await rig.settle()
  rig.store.rules.update(id, { retries: 1 })
  await rig.clock.advance(3_600_000)
  expect(rig.sent).toHaveLength(2)
  expect(rig.log().map(({ result }) => result)).toEqual(['retrying', 'failed'])
})

test('pauses stop growing at an hour', async () => {
  const rig = openRuleRig()
  rig.fates.set('down', () => Promise.reject(new ActionFailure('unreachable')))
  rig.add({ template: MAIL, parameters: { host: 'down' } }, { retries: 10 })
  rig.start()
  rig.press()
  await rig.settle()
  // 10 s, 20 s, 40 s … 2,560 s.
  await rig.clock.advance(5_110_000)
  expect(rig.sent).toHaveLength(10)
  await rig.clock.advance(3_599_999)
  expect(rig.sent).toHaveLength(10)
  await rig.clock.advance(1)
  expect(rig.sent).toHaveLength(11)
  await rig.clock.advance(DAY)
  expect(rig.sent).toHaveLength(11)
})

test('all rules together keep 500 deliveries', async () => {
  const rig = openRuleRig()
  rig.fates.set('hangs', () => new Promise(() => {}))
  for (let count = 0; count < 11; count += 1) {
    rig.add({ template: MAIL, parameters: { host: 'hangs' } })
  }
  rig.start()
  for (let second = 0; second < 20; second += 1) {
    for (let times = 0; times < 5; times += 1) rig.press()
    await rig.clock.advance(1000)
  }
  expect(rig.rules.waiting()).toBe(500)
})
