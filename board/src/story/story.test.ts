import { createClient } from '@lintel/contract/client'
import { getCallLog } from '@lintel/contract/calls/call-log'
import { setSipAccount, getSipAccounts } from '@lintel/contract/calls/sip-accounts'
import { setSipConfiguration } from '@lintel/contract/calls/sip'
import { getAllTime } from '@lintel/contract/calls/time'
import { addUser } from '@lintel/contract/calls/users'
import { STORY_STEPS } from '@lintel/contract/bench-story'
import { productCalled, PRODUCTS } from '@lintel/contract/products/products'
import { digestFetch } from '@lintel/front-door/digest-client'
import { expect, test } from 'vitest'
import { builtDevice } from '../testing/built.ts'
import { fakeTime } from '../testing/fake-time.ts'
import { boardRig, FAKE_DEVICE } from '../testing/rig.ts'
import type { Power } from '../power.ts'
import type { StoryControls } from './steps.ts'
import { openStory } from './story.ts'

const HOUR = 3_600_000
const ROOT = { user: 'root', password: 'pass word 1' }

/** A real device with an administrator, which takes calls if it is told so. */
async function openStation({ takesCalls = false } = {}) {
  const rig = await boardRig(await builtDevice())
  const { board, http } = rig
  await board.setPower('on')
  const root = {
    user: ROOT.user,
    pwd: ROOT.password,
    grp: 'root',
    sgrp: 'admin:operator:viewer:ptz',
  }
  await createClient({ base: http }).call(addUser, root)
  const device = createClient({ base: http, fetch: digestFetch(ROOT) })
  if (takesCalls) {
    const SIPConfiguration = { SIPEnabled: true, AllowIncomingCalls: true }
    await device.call(setSipConfiguration, { SIPConfiguration })
    const { SIPAccount: accounts } = await device.call(getSipAccounts, {})
    for (const account of accounts) {
      await device.call(setSipAccount, { SIPAccount: { ...account, AutoAnswerEnabled: false } })
    }
  }
  const ids = () => board.state().happened.map(({ id }) => id)
  return { board, device, http, ids }
}

/** The time of day of the device, `HH:mm`. */
async function timeOf(device: ReturnType<typeof createClient>): Promise<string> {
  return (await device.call(getAllTime, {})).localDateTime.slice(11, 16)
}

/** Signs in; returns who the device takes the session for. */
async function signIn(http: string): Promise<() => Promise<string>> {
  const { user, password } = ROOT
  const { headers } = await fetch(`${http}/sign-in`, {
    method: 'POST',
    body: JSON.stringify({ user, password }),
    headers: { 'content-type': 'application/json', 'x-lintel-console': '1' },
  })
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return async () => {
    const answer = await fetch(`${http}/axis-cgi/usergroup.cgi`, { headers: { cookie } })
    return answer.ok ? ((await answer.text()).split('\n')[0] ?? '') : String(answer.status)
  }
}

test('a whole day is played step by step, and each step reaches the device', async () => {
  const { board, device, ids } = await openStation({ takesCalls: true })
  board.setWorld({ temperature: 12, lux: 700 })
  const { steps } = board.state().story
  expect(steps.map(({ id }) => id)).toEqual(STORY_STEPS)
  for (const [index, { id, at }] of steps.entries()) {
    await board.playStory({ action: 'step' })
    expect(ids(), id).toContain(`story.${id}`)
    if (index < steps.length - 1) {
      expect(await timeOf(device)).toBe(at)
      expect(board.state().story).toMatchObject({ state: 'paused', done: index + 1 })
    }
    if (id === 'card') expect(ids()).toContain('card.accepted')
    if (id === 'pin') expect(ids()).toContain('keypad.entered')
    if (id === 'call') expect(board.state().calls.map(({ state }) => state)).toEqual(['active'])
    if (id === 'missedCall')
      expect(board.state().calls.map(({ state }) => state)).toEqual(['ringing'])
    if (id === 'hangUp' || id === 'gaveUp') expect(board.state().calls).toEqual([])
    if (id === 'heat') expect(board.state().happened.at(-1)?.values['state']).toBe('Warning')
    if (id === 'dark') expect(board.state().world.lux).toBe(1)
  }
  const { story, world, terminals } = board.state()
  expect(story).toMatchObject({ state: 'over', done: steps.length, failed: false })
  expect(world).toMatchObject({ temperature: 12, lux: 700 })
  expect(
    terminals.filter(({ direction }) => direction === 'input').map(({ closed }) => closed),
  ).not.toContain(true)
  expect(ids()).toEqual(
    expect.arrayContaining([
      'pressed',
      'contactClosed',
      'contactOpen',
      'handled.knock',
      'story.over',
    ]),
  )
  const { items } = await device.call(getCallLog, { sort: 'started' })
  expect(items.map(({ direction, outcome }) => [direction, outcome])).toEqual([
    ['incoming', 'answered'],
    ['incoming', 'unanswered'],
  ])
  expect(items[0]).toMatchObject({ code: 0, codec: 'PCMU' })
})

test('people stay signed in for the day, however far the clock moves, and not when it is moved by hand', async () => {
  const { board, http } = await openStation()
  const [watching, idle] = [await signIn(http), await signIn(http)]
  await board.playStory({ action: 'step' })
  expect(await watching()).toBe('root')
  while (board.state().story.state !== 'over') await board.playStory({ action: 'step' })
  expect(await watching()).toBe('root')
  expect(await idle()).toBe('root')
  await board.advance(13 * HOUR)
  expect(await watching()).toBe('401')
})

test('a device that takes no calls is reported, and the day goes on', async () => {
  const { board, ids } = await openStation()
  for (let step = 0; step < 9; step += 1) await board.playStory({ action: 'step' })
  expect(ids().filter((id) => id === 'story.noCall')).toHaveLength(2)
  expect(ids()).not.toContain('story.hangUp')
  expect(ids()).not.toContain('story.gaveUp')
  const story = { state: 'paused', done: 9, failed: false, noCall: true }
  expect(board.state().story).toMatchObject(story)
  await board.playStory({ action: 'step' })
  expect(board.state().story).toMatchObject({ done: 10, noCall: false })
})

test('a call that could not be made is reported until the next step is done', async () => {
  const seen: [string | undefined, boolean][] = []
  const told = () => {
    const { steps, done, noCall } = story.state()
    seen.push([steps[done - 1]?.id, noCall])
  }
  const ignore = () => undefined
  const story = openStory({
    controls: {
      product: productCalled('A8105-E'),
      terminals: () => [],
      calls: () => [],
      caller: { call: async () => undefined },
      noCall: ignore,
      setWorld: ignore,
      press: ignore,
      knock: ignore,
      until: async () => undefined,
      inStep: async () => told(),
    } as unknown as StoryControls,
    now: () => 0,
    zone: () => 0,
    advance: async () => undefined,
    world: () => ({ temperature: 20, lux: null }),
    power: { wire: () => ({}) } as unknown as Power,
    time: fakeTime(),
    happened: ignore,
    changed: ignore,
  })
  const count = story.state().steps.length
  for (let step = 0; step < count; step += 1) await story.playStory({ action: 'step' })
  const calls = new Set(['call', 'hangUp', 'missedCall', 'gaveUp'])
  expect(seen).not.toEqual([])
  for (const [id, noCall] of seen) expect(noCall, id).toBe(calls.has(id ?? ''))
})

test.each(PRODUCTS.map(({ number }) => number))(
  'the day of the %s has the steps that it has parts for',
  async (product) => {
    const { board } = await boardRig(FAKE_DEVICE, { product })
    const ids = board.state().story.steps.map(({ id }) => id)
    const { capabilities, plate, shockSensor } = productCalled(product)
    expect(ids.includes('light')).toBe(plate.camera)
    expect(ids.includes('bell')).toBe(plate.callButton)
    expect(ids.includes('card')).toBe(capabilities?.reader === true)
    expect(ids.includes('pin')).toBe(plate.keypad)
    expect(ids.includes('knock')).toBe(shockSensor)
    expect(ids).toEqual(expect.arrayContaining(['heat', 'cool']))
  },
)

test('a day is played in the time of the host, faster or slower, paused, and ended', async () => {
  const time = fakeTime()
  const { board } = await boardRig(FAKE_DEVICE, { product: 'C1410', time })
  const story = () => board.state().story
  await expect(board.playStory({ action: 'play' })).rejects.toMatchObject({ reason: 'conflict' })
  expect(story().state).toBe('idle')
  await board.setPower('on')
  board.setWorld({ temperature: 12 })
  await board.playStory({ action: 'play' })
  await expect.poll(() => story().done).toBe(1)
  expect(board.state().world.temperature).toBe(66)
  time.pass(5_999)
  await board.playStory({ action: 'pause' })
  time.pass(6_000)
  expect(story()).toMatchObject({ state: 'paused', done: 1 })
  await board.playStory({ action: 'play', speed: 4 })
  await expect.poll(() => story().done).toBe(2)
  expect(board.state().world.temperature).toBe(20)
  time.pass(1_500)
  await expect.poll(() => story().state).toBe('over')
  expect(board.state().world.temperature).toBe(12)
  await board.playStory({ action: 'step' })
  expect(story()).toMatchObject({ state: 'paused', done: 1, speed: 4 })
  await board.playStory({ action: 'stop' })
  expect(story()).toMatchObject({ state: 'idle', done: 0 })
  expect(board.state().world.temperature).toBe(12)
})

test('a day whose device loses its power is paused, and goes on with the same step', async () => {
  const time = fakeTime()
  const { board } = await boardRig(FAKE_DEVICE, { product: 'C1410', time })
  await board.setPower('on')
  await board.playStory({ action: 'play' })
  await expect.poll(() => board.state().story.done).toBe(1)
  await board.setPower('off')
  time.pass(6_000)
  await expect
    .poll(() => board.state().story)
    .toMatchObject({ state: 'paused', failed: true, done: 1 })
  await board.setPower('on')
  await board.playStory({ action: 'play' })
  await expect
    .poll(() => board.state().story)
    .toMatchObject({ state: 'playing', failed: false, done: 2 })
  await board.playStory({ action: 'stop' })
})
