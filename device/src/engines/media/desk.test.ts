import { expect, onTestFinished, test, vi } from 'vitest'
import { openDesk } from './desk.ts'
import type { FromWorker } from './orders.ts'
import { openSession } from './session.ts'
import type { Session } from './session.ts'
import { UNTREATED } from './types.ts'

function open() {
  const messages: FromWorker[] = []
  const connect = vi.fn(openSession)
  const desk = openDesk((message) => void messages.push(message), connect)
  onTestFinished(() => desk.close())
  const openAt = (id: number, startPort: number) =>
    desk.order({ type: 'open', id, startPort, address: '127.0.0.1' })
  const types = () => messages.map(({ type }) => type).filter((type) => type !== 'statistics')
  return { desk, openAt, types, messages, connect }
}

test('a session that could not be opened is forgotten when it is closed', async () => {
  const { desk, openAt, types } = open()
  openAt(1, 65_536)
  await vi.waitFor(() => expect(types()).toEqual(['failed']))
  desk.order({ type: 'close', id: 1 })
  openAt(1, 43_000)
  await vi.waitFor(() => expect(types()).toEqual(['failed', 'opened']))
})

test('a session that is closed before it is open does not open', async () => {
  const { desk, openAt, types } = open()
  openAt(1, 43_000)
  desk.order({ type: 'close', id: 1 })
  openAt(2, 65_536)
  await vi.waitFor(() => expect(types()).toEqual(['failed']))
})

test('all calls have one loudspeaker, and change with the settings', async () => {
  const { desk, openAt, types, connect } = open()
  openAt(1, 43_000)
  openAt(2, 43_000)
  await vi.waitFor(() => expect(types()).toEqual(['opened', 'opened']))
  const { calls, results } = connect.mock
  expect(calls[0]?.[2]).toBeDefined()
  expect(calls[1]?.[2]).toBe(calls[0]?.[2])
  const told = results.map(({ value }) => vi.spyOn((value as Session).audio, 'setSound'))
  const sound = { ...UNTREATED, inputFactor: 0.5 }
  desk.order({ type: 'sound', sound })
  for (const setSound of told) expect(setSound.mock.calls).toEqual([[sound]])
})

test('what is heard is told once, at one rate, and only while somebody listens', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { desk, openAt, types, messages, connect } = open()
  openAt(1, 43_000)
  await vi.waitFor(() => expect(types()).toEqual(['opened']))
  const listeners = connect.mock.calls[0]?.[1]
  const hear = (rate: number, ...samples: number[]) =>
    listeners?.onHeard?.(Int16Array.from(samples), rate)
  const told = () => {
    vi.advanceTimersByTime(400)
    return messages.splice(0).flatMap((one) => (one.type === 'heard' ? one.sessions : []))
  }
  hear(8000, 1)
  expect(told()).toEqual([])
  desk.order({ type: 'listen', on: true })
  hear(8000, 2)
  hear(8000, 3)
  expect(told()).toEqual([{ id: 1, rate: 8000, samples: Int16Array.of(2, 3) }])
  hear(8000, 4)
  hear(16_000, 5)
  expect(told()).toEqual([{ id: 1, rate: 16_000, samples: Int16Array.of(5) }])
  desk.order({ type: 'listen', on: false })
  hear(16_000, 6)
  expect(told()).toEqual([])
})
