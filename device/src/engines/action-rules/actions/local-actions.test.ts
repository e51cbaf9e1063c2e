import { ACTION_TEMPLATES } from '@lintel/contract/action-rules/templates'
import { Refusal } from '@lintel/contract/fault'
import { productCalled } from '@lintel/contract/products/products'
import { DiskFull } from '@lintel/disk-image/file-system'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../../../services/testing/test-device.ts'
import type { TestDevice } from '../../../services/testing/test-device.ts'
import { ShareFailure } from '../../storage/share-failure.ts'
import type { LocalActionParts } from './local-actions.ts'
import { openLocalActions } from './local-actions.ts'
import { settle, starterOf } from './testing/actions.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([])
})
afterEach(() => device.close())

const { signal: closed } = new AbortController()
const actionsOf = (more: Partial<LocalActionParts> = {}) =>
  openLocalActions({ ...device, closed, ...more })
const startWith = (more: Partial<LocalActionParts> = {}) => starterOf(actionsOf(more))

test('a door station does every action that needs no recipient, and other products what they can', async () => {
  /** Others are messages, which may be sent later. */
  const own = ACTION_TEMPLATES.filter(({ isDelivery }) => !isDelivery).map(({ token }) => token)
  expect(Array.from(actionsOf().keys()).toSorted()).toEqual(own.toSorted())
  const speaker = await openTestDevice([], undefined, productCalled('C1310-E'))
  const tokens = Array.from(openLocalActions({ ...speaker, closed }).keys())
  expect(tokens.filter((one) => one.includes('storage'))).toEqual([])
  expect(tokens).toContain('com.axis.action.fixed.play.audioclip')
  await speaker.close()
})

test('an action that has to stop before it starts does nothing', async () => {
  const sent = device.sent.length
  for (const action of actionsOf().values()) {
    const run = { rule: { id: '1', name: 'Rule' }, event: undefined, parameters: {} }
    expect(await action({ ...run, until: AbortSignal.abort() })).toBe('')
  }
  expect(device.sent.length).toBe(sent)
})

test('the status light flashes for a while, or as long as an event lasts', async () => {
  const lights = () => device.sent.flatMap((one) => (one.type === 'statusLight' ? one.light : []))
  device.statusLed.start()
  const start = startWith()
  const led = { led: 'statusled', color: 'red,none', interval: '250' }
  const fixed = start('fixed.ledcontrol', { ...led, duration: '5' })
  const unlimited = start('unlimited.ledcontrol', { ...led, color: 'amber' })
  await device.clock.advance(5000)
  await fixed.result
  unlimited.end()
  await unlimited.result
  const green = { colour: 'green', interval: null }
  const red = { colour: 'red', interval: 250 }
  expect(lights()).toEqual([green, red, { colour: 'amber', interval: null }, green])
  const failure = await start('fixed.ledcontrol', { ...led, color: 'blue' }).failure()
  expect(failure?.reason).toBe('notPossible')
})

test('a virtual input is activated for a while, for good, or as long as an event lasts', async () => {
  const start = startWith()
  const isActive = () => device.virtualInputs.isActive(3)
  const fixed = start('fixed.virtualinput', { port: '3', duration: '2' })
  await settle()
  expect(isActive()).toBe(true)
  await device.clock.advance(2000)
  await fixed.result
  expect(isActive()).toBe(false)

  const stopped = start('fixed.virtualinput', { port: '3', duration: '60' })
  stopped.end()
  await stopped.result
  expect(isActive()).toBe(false)

  const [one, two] = [
    start('unlimited.virtualinput', { port: '3' }),
    start('unlimited.virtualinput', { port: '3' }),
  ]
  one.end()
  await one.result
  expect(isActive()).toBe(true)
  two.end()
  await two.result
  expect(isActive()).toBe(false)

  await start('fixed.virtualinput', { port: '3', duration: '0' }).result
  await device.clock.advance(3_600_000)
  expect(isActive()).toBe(true)
  const failure = await start('fixed.virtualinput', { port: '99', duration: '0' }).failure()
  expect(failure?.reason).toBe('notPossible')
})

test('a virtual input that an event holds stays active after one that is activated for a while', async () => {
  const start = startWith()
  const isActive = () => device.virtualInputs.isActive(3)
  const held = start('unlimited.virtualinput', { port: '3' })
  const brief = start('fixed.virtualinput', { port: '3', duration: '2' })
  await device.clock.advance(2000)
  await brief.result
  expect(isActive()).toBe(true)
  const stopped = start('fixed.virtualinput', { port: '3', duration: '60' })
  stopped.end()
  await stopped.result
  expect(isActive()).toBe(true)
  held.end()
  await held.result
  expect(isActive()).toBe(false)
})

test('a call is made from the account, and says why it can not be', async () => {
  const start = startWith()
  const make = (to: string, account = '') => start('fixed.call.make', { to, account }).failure()
  expect(await make('sip:6001@192.0.2.1', 'none')).toEqual({
    reason: 'notFound',
    detail: 'There is no such SIP account.',
  })
  expect((await make('VMS_CALL'))?.reason).toBe('notPossible')
  // SIP is disabled from the factory.
  expect(await make('sip:6001@192.0.2.1')).toEqual({
    reason: 'notPossible',
    detail: 'SIP is disabled.',
  })
  const called: string[][] = []
  const telephone = {
    call: (...call: string[]) => (called.push(call), Promise.resolve('Out-1')),
    hangUpAll: () => void called.push([]),
  }
  const startCalls = startWith({ telephone })
  expect(await startCalls('fixed.call.make', { to: 'sip:6001@192.0.2.1' }).result).toBe('Out-1')
  expect(await startCalls('fixed.call.end').result).toBe('')
  expect(called).toEqual([['sip:6001@192.0.2.1', ''], []])
})

test.each([
  [new DiskFull(), 'noSpace'],
  [new Refusal('absent', 'Gone.'), 'notFound'],
  [new Refusal('busy', 'Busy.'), 'notPossible'],
  [new ShareFailure('full'), 'noSpace'],
  [new ShareFailure('login'), 'signIn'],
  [new ShareFailure('connect'), 'unreachable'],
  [new ShareFailure('unknown'), 'notPossible'],
])('%s is reported as %s', async (cause, reason) => {
  const telephone = { call: () => Promise.reject(cause), hangUpAll: () => {} }
  const failure = await startWith({ telephone })('fixed.call.make', { to: 'x' }).failure()
  expect(failure?.reason).toBe(reason)
})
