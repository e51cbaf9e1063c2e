import { expect, test } from 'vitest'
import { ActionFailure } from '../action-rules/types.ts'
import type { OutgoingMessage } from './connection.ts'
import { createOutbox, QUEUE_MAX } from './outbox.ts'

const message = (topic: string | number, qos: 0 | 1 = 1): OutgoingMessage => ({
  topic: String(topic),
  payload: '',
  qos,
  retain: false,
})

/** A way on which messages are confirmed by the test. */
function openWay() {
  const sent: string[] = []
  const settle: { resolve: () => void; reject: (cause: unknown) => void }[] = []
  return {
    sent,
    settle,
    send: ({ topic }: OutgoingMessage) =>
      new Promise<void>((resolve, reject) => {
        sent.push(topic)
        settle.push({ resolve, reject })
      }),
  }
}

const settled = () => new Promise((resolve) => void setImmediate(resolve))

test('a slow broker has 16 messages to confirm at most; the others wait', async () => {
  const outbox = createOutbox(() => undefined)
  const way = openWay()
  outbox.sendBy(way.send)
  for (let number = 0; number < 20; number += 1) outbox.add(message(number))
  expect([way.sent.length, outbox.waiting()]).toEqual([16, 4])
  way.settle[3]?.resolve()
  await settled()
  expect([way.sent.at(-1), outbox.waiting()]).toEqual(['16', 3])
})

test('what a lost connection has not delivered goes out by the next one, in order', async () => {
  const dropped: unknown[] = []
  const outbox = createOutbox((cause) => dropped.push(cause))
  const first = openWay()
  outbox.sendBy(first.send)
  for (const number of [1, 2, 3, 4]) outbox.add(message(number, number === 3 ? 0 : 1))
  first.settle[0]?.resolve()
  await settled()
  for (const { reject } of first.settle) reject(new ActionFailure('unreachable'))
  await settled()
  outbox.sendBy(undefined)
  outbox.add(message(5))
  expect(outbox.waiting()).toBe(3)
  const second = openWay()
  outbox.sendBy(second.send)
  expect(second.sent).toEqual(['2', '4', '5'])
  expect(dropped).toEqual([])
})

test('what the broker refuses is dropped, and so is the oldest of too many', async () => {
  const dropped: unknown[] = []
  const outbox = createOutbox((cause) => dropped.push(cause))
  const way = openWay()
  outbox.sendBy(way.send)
  outbox.add(message('refused'))
  const refusal = new ActionFailure('signIn', 'Not authorized')
  way.settle[0]?.reject(refusal)
  await settled()
  expect([dropped, outbox.waiting(), outbox.dropped()]).toEqual([[refusal], 0, 1])
  outbox.sendBy(undefined)
  for (let number = 0; number <= QUEUE_MAX; number += 1) outbox.add(message(number))
  expect([outbox.waiting(), outbox.dropped(), dropped.at(-1)]).toEqual([QUEUE_MAX, 2, undefined])
  outbox.clear()
  expect(outbox.waiting()).toBe(0)
  // What comes back from a lost connection is the oldest.
  outbox.sendBy(openWay().send)
  for (let number = 0; number < QUEUE_MAX + 16; number += 1) outbox.add(message(number))
  outbox.sendBy(undefined)
  expect([outbox.waiting(), outbox.dropped()]).toEqual([QUEUE_MAX, 18])
})
