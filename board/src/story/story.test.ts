import { categoryOf } from '@lintel/contract/capabilities'
import { createClient } from '@lintel/contract/client'
import { getAccessLog } from '@lintel/contract/calls/access-log'
import { getCallLog } from '@lintel/contract/calls/call-log'
import { setSipAccount, getSipAccounts } from '@lintel/contract/calls/sip-accounts'
import { setSipConfiguration } from '@lintel/contract/calls/sip'
import { setCredential } from '@lintel/contract/calls/access-control'
import { getAllTime } from '@lintel/contract/calls/time'
import { addUser } from '@lintel/contract/calls/users'
import { productCalled, PRODUCTS } from '@lintel/contract/products/products'
import { digestFetch } from '@lintel/front-door/digest-client'
import type { CallAtFront } from '@lintel/contract/wire'
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
async function openStation({ takesCalls = false, product = 'A8307-E' } = {}) {
  const rig = await boardRig(await builtDevice(), { product })
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
  const ofStation = ['light', 'bell', 'card', 'pin', 'door', 'call', 'hangUp', 'missedCall']
  const afternoon = ['gaveUp', 'heat', 'cool', 'dark', 'knock']
  expect(steps.map(({ id }) => id)).toEqual([...ofStation, ...afternoon])
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

/** The entries that a step adds to the log of the bench. */
async function stepped(board: Awaited<ReturnType<typeof openStation>>['board']) {
  const before = board.state().happened.length
  await board.playStory({ action: 'step' })
  return board.state().happened.slice(before)
}

test('a door controller lets in whom it knows, at the door of the reader, and forgets the card again', async () => {
  const { board, device, ids } = await openStation({ product: 'A1601' })
  const own = { token: 'mine', IdData: [{ Name: 'Card' as const, Value: '11223344' }] }
  await device.call(setCredential, { Credential: [own] })
  const steps = board.state().story.steps.map(({ id }) => id)
  expect(steps.join(' ')).toBe('enrol knownCard unknownCard release forced shut heat withdraw cool')
  const open = () => board.state().terminals.flatMap(({ port, active }) => (active ? [port] : []))
  const decided = (log: { id: string; values: object }[]) =>
    log.flatMap(({ id, values }) => (id.startsWith('access.') ? [[id, values]] : []))
  await stepped(board)
  expect(decided(await stepped(board))).toMatchObject([['access.granted', { door: 1 }]])
  expect(open()).toEqual([3])
  expect(decided(await stepped(board))).toMatchObject([['access.denied', { door: 2 }]])
  expect(board.state().reader?.others).toMatchObject([{ colour: 'Red' }])
  expect(open()).toEqual([])
  await stepped(board)
  expect(open()).toEqual([4])
  const { items } = await device.call(getAccessLog, {})
  expect(items.at(-1)).toMatchObject({ door: 'Door 2', presented: 'command', name: '' })
  const alarms = async () => {
    await stepped(board)
    await board.inStep()
    return board.state().doors.map(({ alarm }) => alarm)
  }
  expect(await alarms()).toEqual(['DoorForcedOpen', 'Normal'])
  expect(board.state().happened.findLast(({ id }) => id === 'door.alarm')?.values).toEqual({
    door: 1,
    alarm: 'DoorForcedOpen',
  })
  expect(await alarms()).toEqual(['Normal', 'Normal'])
  await stepped(board)
  expect(decided(await stepped(board))).toMatchObject([['access.denied', { door: 1 }]])
  await stepped(board)
  expect(ids()).toContain('story.over')
  const card = { type: 'UID/CSN' as const, contents: [] }
  await board.presentCard({ ...card, uid: '11223344' }, 2)
  await expect
    .poll(() => decided(board.state().happened).at(-1))
    .toMatchObject(['access.granted', { door: 2 }])
})

test('a card that a day has added is removed when the day ends early, or once the device runs again', async () => {
  const { board } = await openStation({ product: 'A1601' })
  const present = async () => {
    const before = board.state().happened.length
    await board.presentCard({ type: 'UID/CSN', uid: '04DA5E11', contents: [] })
    await board.inStep()
    return board
      .state()
      .happened.slice(before)
      .findLast(({ id }) => id.startsWith('access.'))?.id
  }
  await board.playStory({ action: 'step' })
  expect(await present()).toBe('access.granted')
  await board.playStory({ action: 'stop' })
  expect(await present()).toBe('access.denied')
  await board.playStory({ action: 'step' })
  await board.setPower('off')
  await board.playStory({ action: 'stop' })
  await board.setPower('on')
  await expect.poll(present).toBe('access.denied')
})

test('a door that was forced open is closed when the day ends early', async () => {
  const { board } = await openStation({ product: 'A1601' })
  for (let step = 0; step < 5; step += 1) await board.playStory({ action: 'step' })
  expect(board.state().doors.map(({ open }) => open)).toEqual([true, false])
  await board.playStory({ action: 'stop' })
  await expect.poll(() => board.state().doors.map(({ open }) => open)).toEqual([false, false])
})

test('the day has as many steps whether or not the device takes calls, and tells which ones it answers', async () => {
  const { board, device, ids } = await openStation()
  const count = board.state().story.steps.length
  const SIPConfiguration = { SIPEnabled: true, AllowIncomingCalls: true }
  await device.call(setSipConfiguration, { SIPConfiguration })
  await expect
    .poll(() => board.state().callReadiness)
    .toMatchObject({ sip: true, autoAnswer: true })
  expect(board.state().story.steps).toHaveLength(count)
  while (board.state().story.steps[board.state().story.done]?.id !== 'missedCall')
    await board.playStory({ action: 'step' })
  await board.playStory({ action: 'step' })
  expect(board.state().story).toMatchObject({ noCall: false, selfAnswered: true })
  expect(board.state().calls.map(({ state }) => state)).toEqual(['active'])
  await board.playStory({ action: 'step' })
  expect(board.state().calls).toEqual([])
  expect(ids()).toContain('story.selfAnswered')
  expect(ids()).not.toContain('story.missedCall')
  expect(ids()).not.toContain('story.gaveUp')
  await board.playStory({ action: 'step' })
  expect(board.state().story).toMatchObject({ selfAnswered: false })
})

test('a speaker plays announcements, is called, heard and tested in the course of its day', async () => {
  const { board, ids } = await openStation({ product: 'C1410', takesCalls: true })
  const steps = board.state().story.steps.map(({ id }) => id)
  expect(steps.join(' ')).toBe(
    'soundCheck announcement page pageOver heat cool evening speakerTest',
  )
  await stepped(board)
  await expect.poll(() => board.state().speaker?.status).toBe('Calibrated')
  await stepped(board)
  expect(board.state().sound).toMatchObject({ name: 'Attention', plays: 2, volume: 100 })
  await stepped(board)
  await expect.poll(() => board.state().calls[0]?.heard ?? -100).toBeGreaterThan(-60)
  await stepped(board)
  expect(board.state().calls).toEqual([])
  for (const id of ['heat', 'cool', 'evening']) {
    await stepped(board)
    expect(ids()).toContain(`story.${id}`)
  }
  expect(board.state().sound).toMatchObject({ name: 'Ding dong', volume: 30 })
  await stepped(board)
  await expect.poll(() => board.state().speaker?.status).toBe('OK')
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
  // Neither did anybody call, nor hang up.
  expect(ids()).not.toContain('story.call')
  expect(ids()).not.toContain('story.hangUp')
  expect(ids()).not.toContain('story.gaveUp')
  const story = { state: 'paused', done: 9, failed: false, noCall: true }
  expect(board.state().story).toMatchObject(story)
  await board.playStory({ action: 'step' })
  expect(board.state().story).toMatchObject({ done: 10, noCall: false })
})

const ignore = () => undefined

/** The day of a station, with hardware that does nothing but what a test replaces. */
const fakeStory = (controls: Partial<StoryControls>, advance: () => void = ignore) =>
  openStory({
    controls: {
      product: productCalled('A8105-E'),
      terminals: () => [],
      calls: () => [],
      takesCalls: ignore,
      answersItself: () => false,
      caller: { call: async () => undefined },
      noCall: ignore,
      setWorld: ignore,
      press: ignore,
      knock: ignore,
      until: async () => undefined,
      inStep: async () => undefined,
      ...controls,
    } as unknown as StoryControls,
    now: () => 0,
    zone: () => 0,
    advance: async () => advance(),
    world: () => ({ temperature: 20, lux: null }),
    power: { wire: () => ({}) } as unknown as Power,
    time: fakeTime(),
    happened: ignore,
    changed: ignore,
  })

test('a call that could not be made is reported until the next step is done', async () => {
  const seen: [string | undefined, boolean][] = []
  const story = fakeStory({
    inStep: async () => {
      const { steps, done, noCall } = story.state()
      seen.push([steps[done - 1]?.id, noCall])
    },
  })
  const count = story.state().steps.length
  for (let step = 0; step < count; step += 1) await story.playStory({ action: 'step' })
  const calls = new Set(['call', 'hangUp', 'missedCall', 'gaveUp'])
  expect(seen).not.toEqual([])
  for (const [id, noCall] of seen) expect(noCall, id).toBe(calls.has(id ?? ''))
})

test('a call that somebody has answered ends before hours are skipped, and one that rings goes on', async () => {
  const calls = new Map([
    ['talk', 'active'],
    ['ring', 'ringing'],
  ])
  const left: string[][] = []
  const story = fakeStory(
    {
      calls: () => Array.from(calls, ([callId, state]) => ({ callId, state })) as CallAtFront[],
      endCall: async (callId) => void calls.delete(callId),
    },
    () => left.push([...calls.keys()]),
  )
  await story.playStory({ action: 'step' })
  expect(left).toEqual([['ring']])
})

test.each(PRODUCTS.map(({ number }) => number))(
  'the day of the %s has the steps that it has parts for',
  async (product) => {
    const { board } = await boardRig(FAKE_DEVICE, { product })
    const ids = board.state().story.steps.map(({ id }) => id)
    const { capabilities, plate, shockSensor } = productCalled(product)
    expect(ids.includes('light')).toBe(plate.camera)
    expect(ids.includes('bell')).toBe(plate.callButton)
    const { type } = productCalled(product).brand
    const controller = categoryOf(type) === 'accesscontrol'
    expect(ids.includes('card')).toBe(capabilities?.reader === true && !controller)
    expect(ids.includes('knownCard')).toBe(controller)
    expect(ids.includes('door') && controller).toBe(false)
    expect(ids.includes('announcement')).toBe(categoryOf(type) === 'audio')
    expect(ids.includes('pin')).toBe(plate.keypad)
    expect(ids.includes('knock')).toBe(shockSensor)
    expect(ids).toEqual(expect.arrayContaining(['heat', 'cool']))
  },
)

test('a day is played in the time of the host, faster or slower, paused, and ended', async () => {
  const time = fakeTime()
  const { board } = await boardRig(FAKE_DEVICE, { product: 'A1601', time })
  const story = () => board.state().story
  await expect(board.playStory({ action: 'play' })).rejects.toMatchObject({ reason: 'conflict' })
  expect(story().state).toBe('idle')
  await board.setPower('on')
  board.setWorld({ temperature: 12 })
  await board.playStory({ action: 'play' })
  await expect.poll(() => story().done).toBe(1)
  time.pass(5_999)
  await board.playStory({ action: 'pause' })
  time.pass(6_000)
  expect(story()).toMatchObject({ state: 'paused', done: 1 })
  await board.playStory({ action: 'play', speed: 4 })
  const { steps } = story()
  for (const [index, { id }] of steps.entries()) {
    if (index < 1) continue
    await expect.poll(() => story().done).toBe(index + 1)
    if (id === 'heat') expect(board.state().world.temperature).toBe(66)
    if (id === 'cool') expect(board.state().world.temperature).toBe(20)
    time.pass(1_500)
  }
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
