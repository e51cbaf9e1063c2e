import { mayCall } from '@lintel/contract/access'
import type { Call } from '@lintel/contract/call'
import { getActionLog } from '@lintel/contract/calls/action-rules'
import { getSpeakerTestReport } from '@lintel/contract/calls/audio'
import { getIPAccessConnections } from '@lintel/contract/calls/card-reader'
import { listDisks } from '@lintel/contract/calls/disks'
import { getScheduledEvents } from '@lintel/contract/calls/schedules'
import { getShockEnabled } from '@lintel/contract/calls/shock-detection'
import { getSipAccountStatus } from '@lintel/contract/calls/sip-accounts'
import { getCallStatus } from '@lintel/contract/calls/sip-calls'
import { getUsers } from '@lintel/contract/calls/users'
import { getVirtualInputs } from '@lintel/contract/calls/virtual-inputs'
import { RULE_TOPICS, TOPICS } from '@lintel/contract/events'
import type { Topic } from '@lintel/contract/events'

/** Events that say what a call answers are for those who may make that call. */
export const EVENT_ACCESS: Partial<Record<Topic, Call['access']>> = {
  [TOPICS.sipAccountStatus]: getSipAccountStatus.access,
  [TOPICS.callStateChange]: getCallStatus.access,
  [TOPICS.dtmf]: getCallStatus.access,
  [TOPICS.keysIgnored]: getCallStatus.access,
  [TOPICS.cardReader]: getCallStatus.access,
  [TOPICS.access]: getIPAccessConnections.access,
  [TOPICS.storageDisruption]: listDisks.access,
  [TOPICS.speakerTest]: getSpeakerTestReport.access,
  // Their settings are parameters with the same rights.
  [TOPICS.shock]: getShockEnabled.access,
  [TOPICS.audioDetection]: getShockEnabled.access,
  [TOPICS.tampering]: getShockEnabled.access,
  [RULE_TOPICS.virtualInput]: getVirtualInputs.access,
  [RULE_TOPICS.storageJob]: listDisks.access,
  [RULE_TOPICS.schedule]: getScheduledEvents.access,
  [RULE_TOPICS.recurrence]: getScheduledEvents.access,
  // It names the rule, and what its recipient said.
  [RULE_TOPICS.actionFailed]: getActionLog.access,
  // It names accounts, which only administrators may list.
  [RULE_TOPICS.signInFailed]: getUsers.access,
}

/** Whether accounts of these groups may hear of a topic. */
export function mayHear(groups: readonly string[] | undefined, topic: Topic): boolean {
  const access = EVENT_ACCESS[topic]
  return access === undefined || mayCall(access, groups, 'ready')
}
