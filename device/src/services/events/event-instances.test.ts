import { RULE_EVENTS } from '@lintel/contract/action-rules/rule-events'
import { productCalled } from '@lintel/contract/products/products'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { expect, onTestFinished, test } from 'vitest'
import { eventChoices } from '../action-rules/event-choices.ts'
import { sendSoap } from '../testing/soap.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { eventInstanceService } from './event-instances.ts'

async function open(number = 'A8307-E'): Promise<TestDevice> {
  const device = await openTestDevice([eventInstanceService], undefined, productCalled(number))
  onTestFinished(() => device.close())
  device.makeAccounts()
  return device
}

const list = async (device: TestDevice) => (await sendSoap(device, '<aev:GetEventInstances/>')).body

/** The whole answer, to the message of a public client. */
const listAs = async (device: TestDevice, as: string) => {
  const answer = await device.fetch('/vapix/services', {
    method: 'POST',
    as,
    headers: { 'content-type': 'application/soap+xml' },
    body: '<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><GetEventInstances xmlns="http://www.axis.com/vapix/ws/event1"/></s:Body></s:Envelope>',
  })
  return answer.text()
}

/** The element of a topic, with all that is in it. */
async function topic(device: TestDevice, name: string): Promise<string | undefined> {
  const tag = `(?:\\w+:)?${name}`
  return new RegExp(`<${tag} aev:NiceName.*?</${tag}>`).exec(await list(device))?.[0]
}

test('the tree has the documented form', async () => {
  const device = await open()
  const body = await list(device)
  expect(body).toMatch(
    /^<aev:GetEventInstancesResponse><wstop:TopicSet><tns1:Device>.*<\/wstop:TopicSet><\/aev:GetEventInstancesResponse>$/,
  )
  // Byte for byte as documented, but for empty elements, which have both tags.
  expect(body).toContain(
    '<tns1:AudioSource><tnsaxis:TriggerLevel aev:NiceName="Audio detection" wstop:topic="true">' +
      '<aev:MessageInstance aev:isProperty="true"><aev:SourceInstance>' +
      '<aev:SimpleItemInstance aev:NiceName="Channel" Type="xsd:int" Name="channel"><aev:Value>1</aev:Value></aev:SimpleItemInstance>' +
      '</aev:SourceInstance><aev:DataInstance>' +
      '<aev:SimpleItemInstance aev:NiceName="Above alarm level" Type="xsd:boolean" Name="triggered" isPropertyState="true"></aev:SimpleItemInstance>' +
      '</aev:DataInstance></aev:MessageInstance></tnsaxis:TriggerLevel></tns1:AudioSource>',
  )
})

test('a stateless event is no property', async () => {
  const device = await open()
  expect(await topic(device, 'CallButton')).toBe(
    '<CallButton aev:NiceName="Call button" wstop:topic="true"><aev:MessageInstance><aev:SourceInstance><aev:SimpleItemInstance aev:NiceName="Channel" Type="xsd:int" Name="channel"><aev:Value>1</aev:Value></aev:SimpleItemInstance></aev:SourceInstance></aev:MessageInstance></CallButton>',
  )
})

test('every event has an item: clients can’t read those without any', async () => {
  const device = await open()
  const body = await list(device)
  expect(body).not.toContain('<aev:MessageInstance></aev:MessageInstance>')
  expect(body).toContain(
    '<aev:MessageInstance><aev:DataInstance><aev:SimpleItemInstance aev:NiceName="User" Type="xsd:string" Name="user"></aev:SimpleItemInstance>',
  )
  // The prefix of the types is declared.
  expect(await listAs(device, 'root')).toContain('xmlns:xsd="http://www.w3.org/2001/XMLSchema"')
})

test('operators are told of the events that they may hear', async () => {
  const device = await open()
  const [account] = device.sipAccounts.all()
  if (account) device.sipAccounts.put({ ...account, Id: 'desk', Name: 'Front desk' })
  const told = await listAs(device, 'oper')
  expect(told).toContain('VirtualInput')
  expect(told).not.toMatch(/SIPAccountStatus|Front desk|SignInFailed/)
  expect(await listAs(device, 'root')).toContain('Front desk')
})

test('values have the names that are set on the device', async () => {
  const device = await open()
  device.parameters.set({ 'root.IOPort.I1.Input.Name': 'Garage' })
  device.receive({ type: 'world', world: PLAIN_WORLD })
  expect(await topic(device, 'DigitalInput')).toContain(
    '<aev:Value aev:NiceName="Input 1">1</aev:Value><aev:Value aev:NiceName="Garage">2</aev:Value>',
  )
  expect(await topic(device, 'Interval')).toContain(
    '<aev:Value aev:NiceName="Office Hours">com.axis.schedules.office_hours</aev:Value>',
  )
  expect(await topic(device, 'VirtualInput')).toContain('<aev:Value>32</aev:Value>')
  const [account] = device.sipAccounts.all()
  if (account) device.sipAccounts.put({ ...account, Id: 'desk', Name: 'Front desk' })
  expect(await topic(device, 'SIPAccountStatus')).toContain(
    '<aev:Value aev:NiceName="Front desk">desk</aev:Value>',
  )
})

test('an event is listed once there is something that it can be of', async () => {
  const device = await open()
  expect([await topic(device, 'DTMF'), await topic(device, 'Pulse')]).toEqual([
    undefined,
    undefined,
  ])
  const pulse = 'DTSTART:20260101T000000\nRRULE:FREQ=HOURLY'
  device.scheduleStore.add({ name: 'Hourly', calendar: pulse })
  device.dtmfTriggers.add({ name: 'Gate', code: '1', account: '*', port: 3, pulse: 500 })
  expect(await topic(device, 'Pulse')).toContain('aev:NiceName="Hourly"')
  expect(await topic(device, 'DTMF')).toContain('<aev:Value aev:NiceName="Gate">1</aev:Value>')
})

test.each([
  ['A8307-E', ['doorAlarm']],
  [
    'C1410',
    ['callButton', 'input', 'output', 'card', 'access', 'doorAlarm', 'dark', 'shock', 'heat'],
  ],
  ['A1601', ['callButton', 'sound', 'dark', 'shock', 'heat', 'speakerTest']],
])('%s has the events of its hardware', async (number, lacking) => {
  const device = await open(number)
  const ids = eventChoices(device).map(({ id }) => id)
  expect(RULE_EVENTS.map(({ id }) => id).filter((id) => !ids.includes(id))).toEqual(lacking)
})

test('a virtual input is activated as clients of the service do it', async () => {
  const device = await open()
  const change = (port: number | string, active: string) =>
    sendSoap(
      device,
      `<aev:ChangeVirtualInputState><aev:port>${port}</aev:port><aev:active>${active}</aev:active></aev:ChangeVirtualInputState>`,
    )
  const changed = (state: boolean) =>
    `<aev:ChangeVirtualInputStateResponse><aev:stateChanged>${state}</aev:stateChanged></aev:ChangeVirtualInputStateResponse>`
  expect((await change(2, '1')).body).toBe(changed(true))
  expect((await change(2, 'true')).body).toBe(changed(false))
  expect(device.virtualInputs.isActive(2)).toBe(true)
  expect((await change(2, '0')).body).toBe(changed(true))
  expect(device.virtualInputs.isActive(2)).toBe(false)
  for (const wrong of [33, '1e0', '']) {
    expect(await change(wrong, '1')).toMatchObject({ status: 400, code: 'InvalidArgVal' })
  }
  expect(await change(1, 'on')).toMatchObject({ status: 400, code: 'InvalidArgVal' })
  expect(device.virtualInputs.isActive(1)).toBe(false)
})
