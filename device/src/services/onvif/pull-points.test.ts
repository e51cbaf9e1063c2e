import { TOPICS } from '@lintel/contract/events'
import { expect, test, vi } from 'vitest'
import { createEventBus } from '../../events/bus.ts'
import { openPullPoints, PULL_POINTS_MAX, PULL_POINTS_PER_ACCOUNT } from './pull-points.ts'

const DAY = 86_400_000

test('without subscriptions nobody listens to the events', () => {
  const events = createEventBus(() => 0)
  const listening = vi.fn<() => void>()
  const subscribe: typeof events.subscribe = (fn) => {
    const stop = events.subscribe(fn)
    listening()
    return () => {
      listening.mockReset()
      stop()
    }
  }
  const points = openPullPoints(
    { events: { ...events, subscribe }, clock: { monotonic: () => 0 } },
    () => true,
  )
  expect(listening).not.toHaveBeenCalled()
  const one = points.open({ user: 'guard', groups: [] }, () => true, DAY)
  const other = points.open({ user: 'guard', groups: [] }, () => true, DAY)
  expect(listening).toHaveBeenCalledOnce()
  points.end(one?.id ?? '')
  expect(listening).toHaveBeenCalledOnce()
  points.end(other?.id ?? '')
  expect(listening).not.toHaveBeenCalled()
})

function open() {
  const events = createEventBus(() => 0)
  const clock = { monotonic: () => 0 }
  const points = openPullPoints({ events, clock }, (groups) => groups.includes('viewer'))
  const subscribe = (user: string, ...groups: string[]) =>
    points.open({ user, groups }, () => true, DAY)
  return { events, points, subscribe }
}

test('all accounts together have a limit, too', () => {
  const { subscribe } = open()
  const opened = Array.from({ length: PULL_POINTS_MAX }, (_, at) =>
    subscribe(`user${Math.floor(at / PULL_POINTS_PER_ACCOUNT)}`, 'viewer'),
  )
  expect(opened).not.toContain(undefined)
  expect(subscribe('another', 'viewer')).toBeUndefined()
})

test('accounts of the same name and other rights have their own subscriptions', () => {
  const { points, subscribe } = open()
  const id = subscribe('guard', 'viewer')?.id ?? ''
  expect(points.find(id, { user: 'guard', groups: ['viewer'] })).toBeDefined()
  expect(points.find(id, { user: 'guard', groups: ['viewer', 'admin'] })).toBeUndefined()
})

test('what only open consoles need is not collected, and a pulse has no operation', () => {
  const { events, subscribe } = open()
  const point = subscribe('guard', 'viewer')
  events.changed('users')
  events.publish({ topic: TOPICS.moved, source: {}, data: { Http: 'http://192.0.2.1' } })
  events.publish({ topic: TOPICS.dtmf, source: {}, data: {} })
  events.publish({ topic: TOPICS.heat, source: {}, data: {} }, 'state')
  expect(point?.take(10).map(({ event, operation }) => [event.topic, operation])).toEqual([
    [TOPICS.dtmf, undefined],
    [TOPICS.heat, 'Changed'],
  ])
  point?.synchronise()
  expect(point?.take(10).map(({ operation }) => operation)).toEqual(['Initialized'])
})
