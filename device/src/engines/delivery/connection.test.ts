import { Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { linger } from './connection.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a connection that the other side leaves open is closed after two seconds', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const [left, closed] = [new Socket(), new Socket()]
  const destroyed = [left, closed].map((socket) => vi.spyOn(socket, 'destroy'))
  for (const socket of [left, closed]) linger(socket)
  closed.emit('close')
  vi.advanceTimersByTime(1999)
  expect(destroyed[0]).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(destroyed[0]).toHaveBeenCalledOnce()
  expect(destroyed[1]).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})
