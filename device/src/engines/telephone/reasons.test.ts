import type { CallReason } from '@lintel/contract/calls/sip-calls'
import { expect, test } from 'vitest'
import type { CallStatus } from '../sip/types.ts'
import { reasonOf } from './reasons.ts'

type Status = Pick<CallStatus, 'direction' | 'state' | 'answered' | 'code'>

const call = (status: Partial<Status>) =>
  reasonOf({ direction: 'outgoing', state: 'terminated', ...status } as CallStatus)

test.each<[CallReason, Partial<Status>]>([
  ['Initiated', { state: 'calling' }],
  ['Initiated', { direction: 'incoming', state: 'idle' }],
  ['AcceptedByRemote', { state: 'active', answered: 1 }],
  ['AcceptedByDevice', { direction: 'incoming', state: 'active', answered: 1 }],
  ['Terminated', { answered: 1 }],
  ['Terminated', { answered: 1, code: 408 }],
  ['Terminated', {}],
  ['Busy', { code: 486 }],
  ['Busy', { code: 600 }],
  ['NoAnswer', { code: 408 }],
  ['NoAnswer', { code: 480 }],
  ['NoAnswer', { state: 'terminating', code: 487 }],
  ['Failed', { code: 404 }],
  ['Failed', { code: 603 }],
  ['Denied', { direction: 'incoming', code: 603 }],
])('%s: %j', (reason, status) => {
  expect(call(status)).toBe(reason)
})
