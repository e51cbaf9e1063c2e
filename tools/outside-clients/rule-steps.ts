import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import * as rules from '@lintel/contract/calls/action-rules'
import * as recipients from '@lintel/contract/calls/recipients'
import type { Client } from '../../front-door/src/testing/clients/client.ts'
import type { Station } from './station.ts'

type Row = { id: string; version: string }
const rowIn = (answer: { text: string } | undefined) => JSON.parse(answer?.text ?? '{}') as Row

/** A rule that sends a line over TCP, with all that a page does with it. */
export async function useActionRules(station: Station, client: Client): Promise<void> {
  const heard: string[] = []
  const server = createServer((socket) => {
    socket.on('data', (data) => heard.push(data.toString()))
    socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const recipient = {
    name: 'Guard',
    template: 'com.axis.recipient.tcp',
    parameters: { host: '127.0.0.1', port: String(port) },
  }
  const rule = {
    name: 'Ring',
    enabled: true,
    start: { topic: 'Device/Lintel/CallButton', items: [] },
    conditions: [],
    template: 'com.axis.action.fixed.notification.tcp',
    parameters: { message: 'Somebody rings' },
    delay: 0,
    retries: 0,
  }
  try {
    const guard = rowIn(
      (
        await station.makes(client, [
          { call: recipients.addRecipient, json: recipient, find: /"name":"Guard"/ },
        ])
      )[0],
    )
    const [, tested, added] = await station.makes(client, [
      { call: rules.getActionChoices, find: /"actions":/ },
      {
        call: recipients.testRecipient,
        json: { ...recipient, name: undefined },
        find: /"ok":true/,
      },
      { call: rules.addActionRule, json: { ...rule, recipient: guard.id }, find: /"name":"Ring"/ },
    ])
    if (!tested?.text.includes('true')) throw new Error('the recipient was not reached')
    const made = rowIn(added)
    const [changed] = await station.makes(client, [
      {
        call: rules.updateActionRule,
        json: { ...rule, ...made, recipient: guard.id, delay: 1 },
        find: /"delay":1/,
      },
      { call: rules.getActionRules, query: { sort: 'name' }, find: /"total":1/ },
      { call: rules.runActionRule, json: { id: made.id } },
    ])
    await station.makes(client, [
      { call: rules.getActionLog, query: { sort: 'at' }, find: /"items":/ },
      {
        call: rules.removeActionRule,
        json: { id: made.id, version: rowIn(changed).version },
      },
      { call: rules.clearActionLog, json: {} },
      {
        call: recipients.updateRecipient,
        json: { ...recipient, ...guard, name: 'Porter' },
        find: /"name":"Porter"/,
      },
    ])
    const [page] = await station.makes(client, [
      { call: recipients.getRecipients, query: { sort: 'name' }, find: /"total":1/ },
    ])
    const { items } = JSON.parse(page?.text ?? '{}') as { items: Row[] }
    await station.makes(client, [
      {
        call: recipients.removeRecipient,
        json: { id: items[0]?.id, version: items[0]?.version },
      },
    ])
  } finally {
    server.close()
  }
  if (!heard.join('').includes('Test')) throw new Error('the recipient heard nothing')
}
