/** Action rules and virtual inputs, as outside clients use them. */
import * as actions from '@lintel/contract/calls/action-service'
import { changeVirtualInput, getEventInstances } from '@lintel/contract/calls/event-instances'
import { eventService } from '@lintel/contract/calls/schedules'
import * as virtualInputs from '@lintel/contract/calls/virtual-inputs'
import { expect } from 'vitest'
import type { Client } from '../../front-door/src/testing/clients/client.ts'
import type { Station, Step } from './station.ts'
import { does } from './zeep.ts'
import type { ZeepMakes } from './zeep.ts'

export const VIRTUAL_INPUT_STEPS: readonly Step[] = [
  { call: virtualInputs.switchManualTrigger, query: { action: '6:/2000\\' } },
  { call: virtualInputs.getVirtualInputVersions, find: /<MajorVersion>1</ },
  {
    call: virtualInputs.activateVirtualInput,
    query: { schemaversion: '1', port: '10', duration: '5' },
    find: /<StateChanged>true</,
  },
  {
    call: virtualInputs.deactivateVirtualInput,
    query: { schemaversion: '1', port: '10' },
    find: /<StateChanged>true</,
  },
  { call: actions.actionWsdl, find: /AddActionRule/ },
]

/** Of our own design. */
export const OWN_EVENT_STEPS: readonly Step[] = [
  { call: virtualInputs.getVirtualInputs, find: /"manualTrigger":/ },
]

const parameters = (values: Record<string, string>) => ({
  Parameter: Object.entries(values).map(([Name, Value]) => ({ Name, Value })),
})

/** A rule as clients write it: their own declarations, and the service's namespace as default one. */
const newRule = (action: string) =>
  `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:aa="http://www.axis.com/vapix/ws/action1" xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2" xmlns:tns1="http://www.onvif.org/ver10/topics" xmlns:tnsaxis="http://www.axis.com/2009/event/topics" xmlns:soap="http://www.w3.org/2003/05/soap-envelope"><soap:Body><aa:AddActionRule xmlns="http://www.axis.com/vapix/ws/action1"><NewActionRule><Name>Tell the guard</Name><Enabled>true</Enabled><Conditions><Condition><wsnt:TopicExpression Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">tns1:Device/tnsaxis:IO/VirtualInput</wsnt:TopicExpression><wsnt:MessageContent Dialect="http://www.onvif.org/ver10/tev/messageContentFilter/ItemFilter">boolean(//SimpleItem[@Name="port" and @Value="3"]) and boolean(//SimpleItem[@Name="active" and @Value="1"])</wsnt:MessageContent></Condition></Conditions><PrimaryAction>${action}</PrimaryAction></NewActionRule></aa:AddActionRule></soap:Body></soap:Envelope>`

const WSNT = 'xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2"'
/** A start event as zeep gets it. */
const MANUAL_TRIGGER = {
  xml: [
    `<wsnt:TopicExpression ${WSNT} Dialect="http://docs.oasis-open.org/wsn/t-1/TopicExpression/Concrete">tns1:Device/tnsaxis:IO/VirtualPort</wsnt:TopicExpression>`,
    `<wsnt:MessageContent ${WSNT} Dialect="http://www.onvif.org/ver10/tev/messageContentFilter/ItemFilter">boolean(//SimpleItem[@Name="state" and @Value="1"])</wsnt:MessageContent>`,
  ],
}

/**
 * Makes two action rules, and removes them again: one with zeep, and one with a client that writes
 * its messages itself.
 */
export async function useActionService(
  door: Station,
  zeepMakes: ZeepMakes,
  client: Client,
): Promise<void> {
  await zeepMakes(eventService.description, [
    does(getEventInstances),
    does(changeVirtualInput, { port: 4, active: true }),
  ])
  const guard = { host: '127.0.0.1', port: '9', qos: '0' }
  const [, , configuration, recipient, listed] = await zeepMakes(
    actions.actionService.description,
    [
      does(actions.getActionTemplates),
      does(actions.getRecipientTemplates),
      does(actions.addActionConfiguration, {
        NewActionConfiguration: {
          Name: 'Send notification',
          TemplateToken: 'com.axis.action.fixed.notification.tcp',
          Parameters: parameters({ message: 'Hello', ...guard }),
        },
      }),
      does(actions.addRecipientConfiguration, {
        NewRecipientConfiguration: {
          Name: 'Guard',
          TemplateToken: 'com.axis.recipient.tcp',
          Parameters: parameters(guard),
        },
      }),
      does(actions.getActionConfigurations),
      does(actions.getRecipientConfigurations),
    ],
  )
  expect(listed).toContainEqual(
    expect.objectContaining({ ConfigurationID: configuration, Name: 'Send notification' }),
  )
  const [added] = await door.makes(client, [
    {
      call: actions.addRule,
      body: newRule(String(configuration)),
      type: 'application/soap+xml; charset=utf-8',
      find: /<aa:RuleID>\d+</,
    },
  ])
  const RuleID = /<aa:RuleID>(\d+)</.exec(added?.text ?? '')?.[1] ?? ''
  const [pulled, rules] = await zeepMakes(actions.actionService.description, [
    does(actions.addRule, {
      NewActionRule: {
        Name: 'Tell the porter',
        Enabled: true,
        StartEvent: MANUAL_TRIGGER,
        PrimaryAction: configuration,
      },
    }),
    does(actions.getRules),
  ])
  expect(rules).toContainEqual(expect.objectContaining({ RuleID: pulled, Name: 'Tell the porter' }))
  await zeepMakes(actions.actionService.description, [
    does(actions.removeRule, { RuleID }),
    does(actions.removeRule, { RuleID: pulled }),
    does(actions.removeActionConfiguration, { ConfigurationID: configuration }),
    does(actions.removeRecipientConfiguration, { ConfigurationID: recipient }),
  ])
}
