import { addActionRule, getActionChoices } from '@lintel/contract/calls/action-rules'
import type { ActionRule, NewActionRule } from '@lintel/contract/calls/action-rules'
import { addRecipient } from '@lintel/contract/calls/recipients'
import type { Recipient } from '@lintel/contract/calls/recipients'
import type { Rig } from '../rig/rig.ts'

/** Adds a recipient of mails at a server that doesn't answer. */
export const addGuard = (rig: Rig, name = 'Guard'): Promise<Recipient> =>
  rig.root.call(addRecipient, {
    name,
    template: 'com.axis.recipient.smtp',
    parameters: {
      email_to: 'guard@example.com',
      email_from: 'door@example.com',
      host: '127.0.0.1',
      port: '9',
      encryption: 'none',
      login: 'door',
      password: 'secret-of-the-door',
    },
  })

/** A rule that does nothing to the outside: the call button lights the status light. */
export const RING: NewActionRule = {
  name: 'Ring',
  enabled: true,
  start: { topic: 'Device/Lintel/CallButton', items: [] },
  conditions: [],
  template: 'com.axis.action.fixed.ledcontrol',
  recipient: '',
  parameters: { led: 'statusled', color: 'red,none', interval: '250', duration: '1' },
  delay: 0,
  retries: 0,
}

export const addRule = (rig: Rig, change: Partial<NewActionRule> = {}): Promise<ActionRule> =>
  rig.root.call(addActionRule, { ...RING, ...change })

/** The condition that a schedule of the factory is active, or another one. */
export async function whileScheduled(rig: Rig, name?: string) {
  const { events } = await rig.root.call(getActionChoices, {})
  const schedules = events.find(({ id }) => id === 'schedule')?.items[0]?.options ?? []
  const id = (schedules.find(({ label }) => label === name) ?? schedules[0])?.value ?? ''
  return {
    topic: 'UserAlarm/Recurring/Interval',
    items: [
      { name: 'id', value: id },
      { name: 'active', value: 'true' },
    ],
  }
}
