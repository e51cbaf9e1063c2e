import type { Call } from '@lintel/contract/call'
import { getSpeakerTestReport } from '@lintel/contract/calls/audio'
import { getIPAccessConnections } from '@lintel/contract/calls/card-reader'
import { listDisks } from '@lintel/contract/calls/disks'
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
  // It names accounts, which only administrators may list.
  [RULE_TOPICS.signInFailed]: getUsers.access,
}
