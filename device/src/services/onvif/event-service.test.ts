import { TOPICS } from '@lintel/contract/events'
import { productCalled } from '@lintel/contract/products/products'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { sendSoap } from '../testing/soap.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { onvifEventService } from './event-service.ts'
import { PULL_POINTS_PER_ACCOUNT } from './pull-points.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([onvifEventService])
  device.makeAccounts()
})
afterEach(() => device.close())

/** Sends the body of a message to an address, and returns status and text. */
async function send(body: string, as = 'root', query = '') {
  const answer = await device.fetch(`/onvif/services${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/soap+xml', connection: 'close' },
    body: `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:tev="http://www.onvif.org/ver10/events/wsdl" xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2"><s:Body>${body}</s:Body></s:Envelope>`,
    as,
  })
  return { status: answer.status, text: await answer.text() }
}

async function subscribe(inside = '', as = 'root') {
  const { status, text } = await send(
    `<tev:CreatePullPointSubscription>${inside}</tev:CreatePullPointSubscription>`,
    as,
  )
  const query = /\?subscription=\w+/.exec(text)?.[0] ?? ''
  const pull = (limit = 100, timeout = 'PT0S', who = as) =>
    send(
      `<tev:PullMessages><tev:Timeout>${timeout}</tev:Timeout><tev:MessageLimit>${limit}</tev:MessageLimit></tev:PullMessages>`,
      who,
      query,
    )
  return { status, text, query, pull }
}

const filter = (topics: string) =>
  `<tev:Filter><wsnt:TopicExpression Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">${topics}</wsnt:TopicExpression></tev:Filter>`

const topicsIn = (text: string) =>
  Array.from(text.matchAll(/<wsnt:Topic [^>]*>([^<]*)</g), ([, topic]) => topic)

const heat = (state: string) =>
  device.events.publish({ topic: TOPICS.heat, source: {}, data: { HeatState: state } }, 'state')
const disruption = () =>
  device.events.publish({
    topic: TOPICS.storageDisruption,
    source: { disk_id: 'SD_DISK' },
    data: { disruption: '1' },
  })

test('present states come first, then what happens, in parts', async () => {
  heat('Cold')
  const { pull } = await subscribe(filter('tns1:Device/tnsaxis:Intercom//.|tnsaxis:Storage//.'))
  const { text } = await pull()
  expect(text).toContain(
    '<tt:Message UtcTime="2026-11-20T13:07:32.000Z" PropertyOperation="Initialized"><tt:Source></tt:Source><tt:Data><tt:SimpleItem Name="HeatState" Value="Cold"></tt:SimpleItem></tt:Data></tt:Message>',
  )
  heat('Hot')
  disruption()
  const first = await pull(1)
  expect(topicsIn(first.text)).toEqual(['tns1:Device/tnsaxis:Intercom/OperatingState'])
  expect(first.text).toContain('PropertyOperation="Changed"')
  expect(topicsIn((await pull()).text)).toEqual(['tnsaxis:Storage/Disruption'])
  expect(topicsIn((await pull()).text)).toEqual([])
})

test('a text that XML can’t hold doesn’t keep a client from its events', async () => {
  const { pull } = await subscribe(filter('tnsaxis:Call/StateChange'))
  const data = { RemoteURI: 'sip:\u0001@192.0.2.1' }
  device.events.publish({ topic: TOPICS.callStateChange, source: {}, data })
  const { status, text } = await pull()
  expect([status, text]).toEqual([200, expect.stringContaining('Value="sip:\uFFFD@192.0.2.1"')])
})

test('a client gets the present states again', async () => {
  heat('Hot')
  const { pull, query } = await subscribe(filter('tns1:Device/Intercom/OperatingState'))
  expect((await pull()).text).toContain('Value="Hot"')
  expect((await pull()).text).not.toContain('Value="Hot"')
  expect((await send('<tev:SetSynchronizationPoint/>', 'root', query)).status).toBe(200)
  expect((await pull()).text).toContain('PropertyOperation="Initialized"')
})

test.each([
  ['the topic and what is below it', 'tns1:Device/Intercom/OperatingState//.', 1],
  ['all below', 'tns1:Device/Intercom//.', 1],
  ['a beginning of a name', 'tns1:Device/Inter//.', 0],
  ['one of two', 'tnsaxis:Storage/Disruption|tns1:Device/tnsaxis:Intercom/OperatingState', 1],
  ['another', 'tnsaxis:Storage/Disruption', 0],
])('a filter for %s', async (_, topics, count) => {
  const { pull } = await subscribe(filter(topics))
  heat('Hot')
  expect(topicsIn((await pull()).text)).toHaveLength(count)
})

test('consoles’ own events and those that the account may not read are left out', async () => {
  const { pull } = await subscribe('', 'view')
  await pull()
  device.events.changed('users')
  disruption()
  heat('Hot')
  expect(topicsIn((await pull()).text)).toEqual(['tns1:Device/tnsaxis:Intercom/OperatingState'])
})

test('a wait ends with the next event', async () => {
  const { pull } = await subscribe(filter('tnsaxis:Storage/Disruption'))
  const waiting = pull(10, 'PT30S')
  // The second request is answered after the first has begun to wait.
  await send('<tev:GetEventProperties/>')
  disruption()
  expect(topicsIn((await waiting).text)).toEqual(['tnsaxis:Storage/Disruption'])
})

test('a wait lasts in the host’s time, and keeps a short subscription', async () => {
  const { text, pull } = await subscribe(
    `${filter('tnsaxis:Storage/Disruption')}<tev:InitialTerminationTime>PT10S</tev:InitialTerminationTime>`,
  )
  expect(text).toContain('<wsnt:TerminationTime>2026-11-20T13:07:42.000Z<')
  const waiting = pull(10, 'PT30S')
  await send('<tev:GetEventProperties/>')
  await device.clock.advance(35_000)
  heat('Hot')
  disruption()
  const answer = await waiting
  expect(topicsIn(answer.text)).toEqual(['tnsaxis:Storage/Disruption'])
  // As long as the request could have waited, from the answer on.
  expect(answer.text).toContain('<tev:TerminationTime>2026-11-20T13:08:37.000Z<')
  expect(topicsIn((await pull(10, 'PT0.01S')).text)).toEqual([])
})

test('a request waits for a minute at most, however long it wants to', async () => {
  heat('Hot')
  const { pull } = await subscribe(filter('tns1:Device/Intercom//.'))
  // A minute for the answer, and after it as long as the client would have waited.
  expect((await pull(10, 'PT5M')).text).toContain('<tev:TerminationTime>2026-11-20T13:13:32.000Z<')
})

test('a wait ends with its subscription', async () => {
  const ends = [
    (query: string) => send('<wsnt:Unsubscribe/>', 'root', query),
    () => device.accounts.update('view', { groups: ['viewer', 'operator'] }),
    () => device.onvifAccounts.add([{ name: 'nvr', level: 'User', password: 'a password' }]),
  ]
  for (const end of ends) {
    const { query, pull } = await subscribe(filter('tnsaxis:Storage/Disruption'))
    const waiting = pull(10, 'PT30S')
    await send('<tev:GetEventProperties/>')
    await end(query)
    expect(await waiting).toMatchObject({
      status: 400,
      text: expect.stringContaining('The subscription has ended.'),
    })
  }
})

test.each([
  ['no duration', 'soon', 1],
  ['no messages', 'PT1S', 0],
])('a request for events with %s is refused', async (_, timeout, limit) => {
  const { pull } = await subscribe()
  const { status, text } = await pull(limit, timeout)
  expect(status).toBe(400)
  expect(text).toContain('ter:InvalidArgVal')
})

test('a subscription lasts a day at most', async () => {
  const { text } = await subscribe('<tev:InitialTerminationTime>P30D</tev:InitialTerminationTime>')
  expect(text).toContain('<wsnt:TerminationTime>2026-11-21T13:07:32.000Z<')
})

test('a subscription belongs to its account and ends in time, by Unsubscribe, or with a change of accounts', async () => {
  const one = await subscribe('<tev:InitialTerminationTime>PT60S</tev:InitialTerminationTime>')
  expect(one.text).toContain('<wsnt:TerminationTime>2026-11-20T13:08:32.000Z<')
  expect((await one.pull(1, 'PT0S', 'oper')).status).toBe(400)
  await device.clock.advance(50_000)
  expect((await send('<wsnt:Renew/>', 'root', one.query)).status).toBe(200)
  await device.clock.advance(50_000)
  expect((await one.pull()).status).toBe(200)
  await device.clock.advance(61_000)
  const over = await one.pull()
  expect(over.status).toBe(400)
  expect(over.text).toContain('The subscription has ended.')
  const two = await subscribe()
  expect((await send('<wsnt:Unsubscribe/>', 'root', two.query)).status).toBe(200)
  expect((await two.pull()).status).toBe(400)
  const three = await subscribe()
  device.accounts.update('view', { groups: ['viewer', 'operator'] })
  expect((await three.pull()).status).toBe(400)
})

test.each([
  ['another dialect', filter('x').replace('ConcreteSet', 'Other'), 'TopicExpressionDialectUnknown'],
  ['a topic that can’t be', filter('a b'), 'InvalidTopicExpressionFault'],
  ['too many topics', filter('a|'.repeat(64) + 'a'), 'InvalidTopicExpressionFault'],
  [
    'a filter of content',
    '<tev:Filter><wsnt:MessageContent>true()</wsnt:MessageContent></tev:Filter>',
    'InvalidFilterFault',
  ],
  [
    'an end in the past',
    '<tev:InitialTerminationTime>2020-01-01T00:00:00Z</tev:InitialTerminationTime>',
    'UnacceptableInitialTerminationTimeFault',
  ],
  [
    'an end that is none',
    '<tev:InitialTerminationTime>soon 2030</tev:InitialTerminationTime>',
    'UnacceptableInitialTerminationTimeFault',
  ],
])('%s is refused', async (_, inside, code) => {
  const { status, text } = await subscribe(inside)
  expect(status).toBe(400)
  expect(text).toContain(`wsnt:${code}`)
})

test('what waits for a client is bounded, and an answer has a part of it', async () => {
  const { pull } = await subscribe(filter('tnsaxis:Storage/Disruption'))
  for (let disk = 1; disk <= 201; disk += 1) {
    const source = { disk_id: `${disk}` }
    device.events.publish({ topic: TOPICS.storageDisruption, source, data: { disruption: '1' } })
  }
  const disks = async () =>
    Array.from((await pull(500)).text.matchAll(/Name="disk_id" Value="(\d+)"/g), ([, disk]) => disk)
  const first = await disks()
  expect([first.length, first[0]]).toEqual([100, '2'])
  expect((await disks()).at(-1)).toBe('201')
  expect(await disks()).toEqual([])
})

test('one account can’t have all subscriptions', async () => {
  for (let count = 0; count < PULL_POINTS_PER_ACCOUNT; count += 1) {
    expect((await subscribe('', 'view')).status).toBe(200)
  }
  expect((await subscribe('', 'view')).text).toContain('wsnt:SubscribeCreationFailedFault')
  expect((await subscribe('', 'oper')).status).toBe(200)
})

test('an end that is over or none is no end of a renewed subscription', async () => {
  const { query } = await subscribe()
  for (const end of ['PT0S', '2020-01-01T00:00:00Z', 'soon']) {
    const body = `<wsnt:Renew><wsnt:TerminationTime>${end}</wsnt:TerminationTime></wsnt:Renew>`
    const { status, text } = await send(body, 'root', query)
    expect([status, text]).toEqual([
      400,
      expect.stringContaining('wsnt:UnacceptableTerminationTimeFault'),
    ])
  }
})

test('the topics are a tree with descriptions, without those of our consoles', async () => {
  const { text } = await send('<tev:GetEventProperties/>')
  expect(text).toContain('<tns1:Device><tnsaxis:Intercom><OperatingState wstop:topic="true">')
  expect(text).toContain(
    '<Trigger><DigitalInput wstop:topic="true"><tt:MessageDescription IsProperty="true"><tt:Source><tt:SimpleItemDescription Name="InputToken" Type="xsd:int"></tt:SimpleItemDescription></tt:Source><tt:Data><tt:SimpleItemDescription Name="LogicalState" Type="xsd:boolean"></tt:SimpleItemDescription></tt:Data></tt:MessageDescription></DigitalInput><Relay',
  )
  expect(text).toContain(
    '<SignInFailed wstop:topic="true"><tt:MessageDescription IsProperty="false"><tt:Data><tt:SimpleItemDescription Name="user" Type="xsd:string">',
  )
  expect(text).toContain('xmlns:xsd="http://www.w3.org/2001/XMLSchema"')
  // States of calls are told, though no rule is about them.
  expect(text).toContain('<StateChange wstop:topic="true"></StateChange>')
  expect(text).not.toMatch(/Changed|DoorAlarm|DoorPhysicalState/)
})

test('a product has the topics of its hardware', async () => {
  const controller = await openTestDevice([onvifEventService], undefined, productCalled('A1601'))
  onTestFinished(() => controller.close())
  controller.makeAccounts()
  const { body } = await sendSoap(
    controller,
    '<tev:GetEventProperties xmlns:tev="http://www.onvif.org/ver10/events/wsdl"/>',
  )
  expect(body).toContain('<DigitalInput wstop:topic="true">')
  const items =
    '<tt:Source><tt:SimpleItemDescription Name="DoorToken" Type="xsd:string"></tt:SimpleItemDescription></tt:Source><tt:Data><tt:SimpleItemDescription Name="State" Type="xsd:string">'
  for (const leaf of ['DoorPhysicalState', 'DoorAlarm']) {
    expect(body).toContain(
      `<${leaf} wstop:topic="true"><tt:MessageDescription IsProperty="true">${items}`,
    )
  }
  expect(body).toContain('<tns1:Door><State>')
  expect(body).not.toMatch(
    /CallButton|Tampering|TriggerLevel|OperatingState wstop:topic="true"><tt/,
  )
})
