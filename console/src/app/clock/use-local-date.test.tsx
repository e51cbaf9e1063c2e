import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { timeQuery } from '../queries.ts'
import { deviceTime } from './device-clock.ts'
import { useLocalDate } from './use-local-date.ts'

const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })

afterEach(() => {
  vi.useRealTimers()
})

function LocalDate() {
  return <p>{useLocalDate() ?? 'unknown'}</p>
}

function show() {
  render(
    <QueryClientProvider client={client}>
      <LocalDate />
    </QueryClientProvider>,
  )
  return () => screen.getByRole('paragraph').textContent
}

const pass = (ms: number) =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })

test('the date changes at midnight of the device, and when its clock is set', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] })
  client.setQueryData(timeQuery.queryKey, null)
  const shown = show()
  expect(shown()).toBe('unknown')
  const tell = (local: string) =>
    act(() => {
      const time = deviceTime(local, 'Europe/Stockholm', performance.now()) ?? null
      client.setQueryData(timeQuery.queryKey, time)
      vi.advanceTimersByTime(0)
    })
  tell('2026-11-20T23:59:50+01:00')
  expect(shown()).toBe('2026-11-20')
  pass(10_000)
  // The device may be a little behind.
  expect(shown()).toBe('2026-11-20')
  pass(3000)
  expect(shown()).toBe('2026-11-21')
  tell('2027-01-01T12:00:00+01:00')
  expect(shown()).toBe('2027-01-01')
})
