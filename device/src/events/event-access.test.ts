import { RULE_TOPICS, TOPICS } from '@lintel/contract/events'
import { expect, test } from 'vitest'
import { mayHear } from './event-access.ts'

const VIEWER = ['viewer']
const OPERATOR = ['viewer', 'operator']
const ADMIN = ['viewer', 'operator', 'admin']

test.each([
  [TOPICS.callState, 'everybody'],
  [RULE_TOPICS.callButton, 'everybody'],
  [RULE_TOPICS.systemReady, 'everybody'],
  // Everybody may pull it.
  [RULE_TOPICS.manualTrigger, 'everybody'],
  [RULE_TOPICS.virtualInput, 'operators'],
  [RULE_TOPICS.schedule, 'operators'],
  [RULE_TOPICS.recurrence, 'operators'],
  [RULE_TOPICS.storageJob, 'operators'],
  // It names a rule, and says what its recipient answered.
  [RULE_TOPICS.actionFailed, 'administrators'],
  [RULE_TOPICS.signInFailed, 'administrators'],
  [TOPICS.sipAccountStatus, 'administrators'],
] as const)('%s is for %s', (topic, who) => {
  const allowed = [VIEWER, OPERATOR, ADMIN].map((groups) => mayHear(groups, topic))
  expect(allowed).toEqual(
    {
      everybody: [true, true, true],
      operators: [false, true, true],
      administrators: [false, false, true],
    }[who],
  )
})
