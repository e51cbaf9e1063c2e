import type { FromDevice, ToDevice } from '@lintel/contract/wire'
import { expect, test } from 'vitest'
import { fakeTime } from './testing/fake-time.ts'
import { openWire } from './wire.ts'

function setUp() {
  const time = fakeTime()
  const sent: ToDevice[] = []
  const received: FromDevice[] = []
  const wire = openWire(
    (message) => void sent.push(message),
    (message) => void received.push(message),
    time,
  )
  return { time, sent, received, wire }
}

test('each request has its own number, and its own answer in any order', async () => {
  const { wire, sent, received } = setUp()
  const one = wire.ask({ type: 'advance', milliseconds: 1 }, 1000)
  const two = wire.ask({ type: 'save', file: 'x' }, 1000)
  expect(sent).toEqual([
    { type: 'advance', milliseconds: 1, ask: 1 },
    { type: 'save', file: 'x', ask: 2 },
  ])
  wire.received({ type: 'done', ask: 2, error: 'No room.' })
  await expect(two).rejects.toThrow('No room.')
  wire.received({ type: 'done', ask: 1 })
  await one
  // An answer to an unknown request is ignored.
  wire.received({ type: 'done', ask: 1 })
  expect(received).toEqual([])
})

test('a request ends when the device is silent or has exited', async () => {
  const { wire, time } = setUp()
  const slow = wire.ask({ type: 'advance', milliseconds: 1 }, 1000)
  time.pass(1000)
  await expect(slow).rejects.toMatchObject({ reason: 'internal' })
  const cut = wire.ask({ type: 'advance', milliseconds: 1 }, 1000)
  wire.close()
  await expect(cut).rejects.toThrow('The device has lost its power.')
})

test('other messages are passed on', () => {
  const { wire, received } = setUp()
  wire.received({ type: 'restart' })
  expect(received).toEqual([{ type: 'restart' }])
})
