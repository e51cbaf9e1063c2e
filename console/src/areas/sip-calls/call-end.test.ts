import type { LoggedCall } from '@lintel/contract/calls/call-log'
import type { TextOf } from '@lintel/ui/i18n'
import { expect, test } from 'vitest'
import english from '../../../messages/sip-calls/en.json'
import { endOf, statusOf } from './call-end.ts'

const text = ((id: keyof typeof english) => english[id]) as unknown as TextOf
const call = (end: Partial<LoggedCall>): LoggedCall => ({
  id: '1',
  version: '1',
  callId: 'a',
  started: '2026-11-22T13:07:00.000Z',
  direction: 'outgoing',
  account: '',
  accountName: '',
  remote: 'sip:x@example.com',
  contacts: [],
  seconds: 0,
  outcome: 'unanswered',
  code: 0,
  reason: '',
  codec: '',
  encrypted: false,
  ...end,
})

test.each([
  [{ outcome: 'ongoing' }, 'In progress'],
  [{ outcome: 'restart' }, 'Cut off by a restart'],
  [{ outcome: 'answered' }, 'Answered'],
  [{ outcome: 'answered', code: 408 }, 'Answered, then cut off'],
  [{}, 'Not answered'],
  [{ code: 486 }, 'Busy'],
  [{ code: 603 }, 'Declined'],
  [{ code: 499 }, 'Failed'],
] as const)('a call that ended with %j: %s', (end, words) => {
  expect(endOf(text, call(end))).toBe(words)
})

test('the status is that of the message, if there was one', () => {
  expect(statusOf(call({ code: 486, reason: 'Busy Here' }))).toBe('486 Busy Here')
  expect(statusOf(call({ code: 486 }))).toBe('486')
  expect(statusOf(call({}))).toBe('')
})
