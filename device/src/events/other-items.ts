import type { RuleEventItem } from '@lintel/contract/action-rules/rule-events'
import { DOOR_TOPICS } from '@lintel/contract/doors'
import { RULE_TOPICS, TOPICS } from '@lintel/contract/events'
import type { Topic } from '@lintel/contract/events'

const ITEMS: Partial<Record<Topic, readonly RuleEventItem[]>> = {
  [DOOR_TOPICS.alarm]: [{ name: 'DoorToken', part: 'source', type: 'string', niceName: 'Door' }],
  [TOPICS.keysIgnored]: [
    { name: 'RemoteURI', part: 'data', type: 'string', niceName: 'Caller' },
    { name: 'Callers', part: 'data', type: 'string', niceName: 'Whose keys' },
    { name: 'Seconds', part: 'data', type: 'int', niceName: 'Seconds' },
  ],
  [RULE_TOPICS.signInFailed]: [
    { name: 'user', part: 'data', type: 'string', niceName: 'User' },
    { name: 'address', part: 'data', type: 'string', niceName: 'Address' },
  ],
}

/**
 * Items of an event that rules don't compare. Clients are told of them if there are no others: some
 * can't read the description of a message without items.
 */
export const otherItemsOf = (topic: Topic): readonly RuleEventItem[] => ITEMS[topic] ?? []
