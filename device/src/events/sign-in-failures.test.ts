import { expect, test } from 'vitest'
import { createEventBus } from './bus.ts'
import { FAILURES_BURST, FAILURES_EVERY, openSignInFailures } from './sign-in-failures.ts'

test('of many failures a few are announced, and then one a second', () => {
  let now = 5
  const events = createEventBus(() => 0)
  const heard: unknown[] = []
  events.subscribe(({ topic, data }) => heard.push([topic, data]))
  const failed = openSignInFailures({ clock: { monotonic: () => now }, events })
  for (let times = 0; times < 100; times += 1) failed({ user: 'root', address: '10.0.0.9' })
  expect(heard).toEqual(
    Array.from({ length: FAILURES_BURST }, () => [
      'Device/Lintel/SignInFailed',
      { user: 'root', address: '10.0.0.9' },
    ]),
  )
  for (let second = 0; second < 10; second += 1) {
    now += FAILURES_EVERY
    for (let times = 0; times < 100; times += 1) failed({ user: '', address: '10.0.0.9' })
  }
  expect(heard).toHaveLength(FAILURES_BURST + 10)
  now += 60_000
  for (let times = 0; times < 100; times += 1) failed({ user: '', address: '10.0.0.9' })
  expect(heard).toHaveLength(2 * FAILURES_BURST + 10)
})
