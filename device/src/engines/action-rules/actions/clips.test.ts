import { productCalled } from '@lintel/contract/products/products'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../../../services/testing/test-device.ts'
import type { TestDevice } from '../../../services/testing/test-device.ts'
import { openLocalActions } from './local-actions.ts'
import { settle, starterOf } from './testing/actions.ts'

let device: TestDevice
let start: ReturnType<typeof starterOf>

beforeEach(async () => {
  device = await openTestDevice([], undefined, productCalled('C1310-E'))
  start = starterOf(openLocalActions({ ...device, closed: new AbortController().signal }))
})
afterEach(() => device.close())

const playing = () => device.sound?.player.playing()
const location = () => device.clips.all()[0]?.location ?? ''
const seconds = () => playing()?.seconds ?? 0
const play = (more: Record<string, string> = {}) =>
  start('fixed.play.audioclip', { location: location(), repeat: '0', volume: '100', ...more })

test('a clip is played as often and as loud as asked for', async () => {
  const run = play({ repeat: '2', volume: '50' })
  await settle()
  expect(playing()).toMatchObject({ clip: '0', plays: 3, volume: 50 })
  await device.clock.advance(seconds() * 3000 - 10)
  expect(run.isOver()).toBe(false)
  await device.clock.advance(10)
  expect(await run.result).toBe('0')
  expect(playing()).toBeUndefined()
})

test('the number of a clip stands for its location', async () => {
  play({ location: '1' })
  await settle()
  expect(playing()).toMatchObject({ clip: '1', plays: 1 })
})

test('a clip that is played as long as an event lasts ends with it', async () => {
  const run = start('unlimited.play.audioclip', {
    location: location(),
    repeat: '0',
    volume: '100',
  })
  await settle()
  await device.clock.advance(3_600_000)
  expect(playing()).toMatchObject({ plays: -1 })
  run.end()
  await run.result
  expect(playing()).toBeUndefined()
})

test('another action stops the clip; a run whose clip was replaced stops nothing', async () => {
  const first = play({ repeat: '-1' })
  await settle()
  const second = play({ location: '1', repeat: '-1' })
  await first.result
  first.end()
  expect(playing()).toMatchObject({ clip: '1' })
  expect(await start('fixed.stop.audioclip').result).toBe('')
  await second.result
  expect(playing()).toBeUndefined()
})

test('a clip that is not there is not found', async () => {
  for (const missing of ['/etc/audioclips/none.au', '77', '']) {
    const failure = await play({ location: missing }).failure()
    expect(failure, missing).toEqual({ reason: 'notFound', detail: 'There is no such clip.' })
  }
})
