import { expect, test } from 'vitest'
import { ENDED_MAX, openCallList } from './call-list.ts'
import type { CallStatus } from './types.ts'

function call(callId: string) {
  let state: CallStatus['state'] = 'calling'
  const status = () => ({ callId, state }) as CallStatus
  return {
    live: {
      record: { callId, status },
      sipCallId: `sip-${callId}`,
    } as Parameters<ReturnType<typeof openCallList>['add']>[0],
    end: (): CallStatus => {
      state = 'terminated'
      return status()
    },
  }
}

test('the last ended calls stay, after those under way, and the others are forgotten', () => {
  const forgotten: string[] = []
  const list = openCallList((sipCallId) => forgotten.push(sipCallId))
  for (let index = 0; index < ENDED_MAX + 2; index += 1) {
    const { live, end } = call(String(index))
    list.add(live)
    list.ended(end())
  }
  list.add(call('live').live)
  expect(
    list
      .statuses()
      .slice(0, 2)
      .map(({ callId }) => callId),
  ).toEqual(['live', String(ENDED_MAX + 1)])
  expect(list.statuses().length).toBe(ENDED_MAX + 1)
  expect(forgotten).toEqual(['sip-0', 'sip-1'])
  expect([list.sipCallId('live'), list.sipCallId('2'), list.sipCallId('0')]).toEqual([
    'sip-live',
    'sip-2',
    undefined,
  ])
  expect(list.find('2')).toBeUndefined()
})

test('a call that ends before it is added is an ended one', () => {
  const list = openCallList(() => {})
  const { live, end } = call('a')
  list.ended(end())
  list.add(live)
  expect(list.live()).toEqual([])
  expect(list.statuses().map(({ state }) => state)).toEqual(['terminated'])
})
