/** A device's choices, and parts of rules, for tests. */
import { ACTION_TEMPLATES, RECIPIENT_TEMPLATES } from '@lintel/contract/action-rules/templates'
import { RULE_EVENTS } from '@lintel/contract/action-rules/rule-events'
import type { RuleEvent } from '@lintel/contract/action-rules/rule-events'
import type { ActionChoices, ActionRule } from '@lintel/contract/calls/action-rules'
import type { Recipient } from '@lintel/contract/calls/recipients'

const OPTIONS: Partial<Record<string, { value: string; label: string }[]>> = {
  inputs: [
    { value: '1', label: 'Gate' },
    { value: '2', label: '2' },
  ],
  outputs: [{ value: '2', label: 'Light' }],
  schedules: [{ value: 'com.example.hours', label: 'After Hours' }],
  manualTriggers: [{ value: '1', label: '1' }],
}

/** A device that has everything, but no recurrences, no clips and no accounts. */
export const CHOICES: ActionChoices = {
  events: (RULE_EVENTS as readonly RuleEvent[]).map(({ id, topic, stateful, items }) => ({
    id,
    topic,
    stateful,
    items: items.map(({ name, isState = false, values = [], from }) => ({
      name,
      isState,
      options: from ? (OPTIONS[from] ?? []) : values.map((value) => ({ value, label: value })),
    })),
  })),
  actions: ACTION_TEMPLATES.map(({ token }) => token),
  recipientTemplates: RECIPIENT_TEMPLATES.map(({ token }) => token),
  outputs: [
    { value: '1', label: 'Light' },
    { value: '3', label: 'Front door' },
  ],
  doors: [{ value: '3', label: 'Front door', seconds: 7 }],
  clips: [],
  sipAccounts: [],
  disks: [{ value: 'SD_DISK', label: 'SD_DISK' }],
  shares: [],
  virtualInputs: [{ value: '1', label: '1' }],
}

export const GUARD: Recipient = {
  id: '4',
  version: '1',
  name: 'Guard',
  template: 'com.axis.recipient.smtp',
  parameters: { email_to: 'guard@example.com' },
  secrets: [],
  usedBy: 1,
}

export const INPUT = {
  topic: 'Device/Trigger/DigitalInput',
  items: [
    { name: 'InputToken', value: '1' },
    { name: 'LogicalState', value: 'true' },
  ],
}

export const NIGHT = {
  topic: 'UserAlarm/Recurring/Interval',
  items: [
    { name: 'id', value: 'com.example.hours' },
    { name: 'active', value: 'true' },
  ],
}

export const RULE: ActionRule = {
  id: '7',
  version: '3',
  name: 'Ring',
  enabled: true,
  start: { topic: 'Device/Lintel/CallButton', items: [] },
  conditions: [],
  template: 'com.axis.action.fixed.notification.smtp',
  recipient: '4',
  parameters: { subject: 'Event' },
  delay: 0,
  retries: 2,
  stopped: false,
  lastStarted: '',
}
