import { SessionState } from 'sip.js/lib/core/index.js'
import type { Session } from 'sip.js/lib/core/index.js'
import { expect, test } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { openLog } from '../../log.ts'
import type { Agent } from './agent.ts'
import { openCallRecord } from './call-record.ts'
import { openConversation } from './conversation.ts'
import type { Negotiation } from './offer-answer.ts'
import type { SipAccount, SipSettings } from './types.ts'

test('a call that sip.js finds unacknowledged ends with BYE (RFC 3261 §13.3.1.4)', () => {
  const clock = startClock()
  const record = openCallRecord(
    {
      clock,
      log: openLog('silent', () => clock.now(), { write: () => {} }),
      listeners: { onCall: () => {}, onDigit: () => {}, onStatistics: () => {} },
      account: () => ({ id: 'account' }) as SipAccount,
      settings: () => ({ maxCallDuration: 0 }) as SipSettings,
    },
    { direction: 'incoming', state: 'active', localUri: '', remoteUri: '' },
  )
  let byes = 0
  const session = {
    sessionState: SessionState.AckWait,
    bye: () => (byes += 1),
    dispose: () => {},
  } as unknown as Session
  const agent = { onUpdate: () => {}, authorization: () => ({}) } as unknown as Agent
  openConversation(record, agent, session, {} as Negotiation, { terms: undefined, updates: false })
  session.delegate?.onAckTimeout?.()
  expect(record.status()).toMatchObject({
    state: 'terminated',
    code: 408,
    reason: 'Request Timeout',
  })
  expect(byes).toBe(1)
})
