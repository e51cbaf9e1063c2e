import type { FromDevice } from '@lintel/contract/wire'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startHeartbeat } from './heartbeat.ts'

test('the device beats at once, and then every 5 s', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const sent: FromDevice[] = []
  startHeartbeat({ send: (message) => void sent.push(message) })
  expect(sent).toEqual([{ type: 'heartbeat' }])
  vi.advanceTimersByTime(50_000)
  expect(sent).toHaveLength(11)
})
