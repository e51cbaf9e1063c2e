import { afterEach, beforeEach, expect, test } from 'vitest'
import { readXml } from '@lintel/front-door/xml'
import type { ParameterChanges } from '@lintel/contract/parameters/all'
import { childOf } from '@lintel/contract/xml/element'
import { DEVICE_MANAGEMENT } from '../soap/device-management.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { systemTime } from './system-time.ts'
import { ONVIF_ACCOUNTS_MAX, onvifUserService } from './onvif-users.ts'

let device: TestDevice

beforeEach(async () => {
  device = await openTestDevice([onvifUserService])
  device.makeAccounts()
})
afterEach(() => device.close())

const TT = 'http://www.onvif.org/ver10/schema'
const TDS = 'http://www.onvif.org/ver10/device/wsdl'

/** The envelope on which this device and the recorded ones declare their namespaces. */
const OPEN =
  '<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope"' +
  ' xmlns:tt="http://www.onvif.org/ver10/schema" xmlns:tds="http://www.onvif.org/ver10/device/wsdl"' +
  ' xmlns:acert="http://www.axis.com/vapix/ws/cert" xmlns:acertificates="http://www.axis.com/vapix/ws/certificates"' +
  ' xmlns:aa="http://www.axis.com/vapix/ws/action1" xmlns:aev="http://www.axis.com/vapix/ws/event1"' +
  ' xmlns:aweb="http://www.axis.com/vapix/ws/webserver" xmlns:aentry="http://www.axis.com/vapix/ws/entry"' +
  ' xmlns:asd="http://www.axis.com/vapix/ws/shockdetection" xmlns:ter="http://www.onvif.org/ver10/error"' +
  ' xmlns:tns1="http://www.onvif.org/ver10/topics" xmlns:tnsaxis="http://www.axis.com/2009/event/topics"' +
  ' xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2" xmlns:wstop="http://docs.oasis-open.org/wsn/t-1"><SOAP-ENV:Body>'
const CLOSE = '</SOAP-ENV:Body></SOAP-ENV:Envelope>'

async function ask(body: string, headers: Record<string, string> = {}, as = 'root') {
  const answer = await device.fetch('/vapix/services', {
    method: 'POST',
    headers: { 'content-type': 'application/soap+xml; charset=utf-8', ...headers },
    body: `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:tds="${TDS}" xmlns:tt="${TT}"><s:Body>${body}</s:Body></s:Envelope>`,
    as,
  })
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: text.slice(OPEN.length, -CLOSE.length),
  }
}

const user = (name: string, level = 'Operator', password: string | null = 'secret') =>
  `<tds:User><tt:Username>${name}</tt:Username>${
    password === null ? '' : `<tt:Password>${password}</tt:Password>`
  }<tt:UserLevel>${level}</tt:UserLevel></tds:User>`
const create = (...users: string[]) => ask(`<tds:CreateUsers>${users.join('')}</tds:CreateUsers>`)
const set = (...users: string[]) => ask(`<tds:SetUser>${users.join('')}</tds:SetUser>`)
const remove = (...names: string[]) =>
  ask(
    `<tds:DeleteUsers>${names.map((name) => `<tds:Username>${name}</tds:Username>`).join('')}</tds:DeleteUsers>`,
  )

test('accounts are created, listed, changed and deleted in the recorded form (DEVICE-12, DEVICE-13, DEVICE-14)', async () => {
  const created = await create(user('nvr'), user('viewer1', 'User'))
  expect(created).toMatchObject({
    status: 200,
    text: `${OPEN}<tds:CreateUsersResponse></tds:CreateUsersResponse>${CLOSE}`,
  })
  expect(created.headers.get('content-type')).toBe('application/soap+xml; charset=utf-8')
  expect((await ask('<tds:GetUsers/>')).body).toBe(
    '<tds:GetUsersResponse><tds:User><tt:Username>nvr</tt:Username><tt:UserLevel>Operator</tt:UserLevel></tds:User>' +
      '<tds:User><tt:Username>viewer1</tt:Username><tt:UserLevel>User</tt:UserLevel></tds:User></tds:GetUsersResponse>',
  )
  expect((await set(user('nvr', 'Administrator', 'other'))).body).toBe(
    '<tds:SetUserResponse></tds:SetUserResponse>',
  )
  expect(device.onvifAccounts.credentials('nvr')).toEqual({ password: 'other', groups: ['admin'] })
  expect(device.benchLog).toEqual([
    ['onvif.added', { user: 'nvr' }],
    ['onvif.added', { user: 'viewer1' }],
    ['onvif.changed', { user: 'nvr' }],
  ])
})

test('deleted accounts are gone, and changes notify the consoles (DEVICE-15)', async () => {
  await create(user('nvr'), user('other'))
  const areas: (string | undefined)[] = []
  device.events.subscribe(({ data }) => areas.push(data['Area']))
  expect((await remove('nvr', 'other')).body).toBe(
    '<tds:DeleteUsersResponse></tds:DeleteUsersResponse>',
  )
  expect(device.onvifAccounts.all()).toEqual([])
  expect(areas).toEqual(['onvif'])
  expect((await ask('<tds:GetUsers/>')).body).toBe('<tds:GetUsersResponse></tds:GetUsersResponse>')
})

test('the group is stored as a level; an absent password stays as it is (ONVIF-06, ONVIF-07)', async () => {
  await create(user('a', 'Administrator'), user('o', 'Operator'), user('u', 'User'))
  const groups = ['a', 'o', 'u'].map((name) => device.onvifAccounts.credentials(name)?.groups)
  expect(groups).toEqual([['admin'], ['operator'], ['viewer']])
  await set(user('u', 'Operator', null))
  expect(device.onvifAccounts.credentials('u')).toEqual({
    password: 'secret',
    groups: ['operator'],
  })
})

const fault = (code: string, finer: string) =>
  `<SOAP-ENV:Subcode><SOAP-ENV:Value>ter:${code}</SOAP-ENV:Value>` +
  `<SOAP-ENV:Subcode><SOAP-ENV:Value>ter:${finer}</SOAP-ENV:Value></SOAP-ENV:Subcode></SOAP-ENV:Subcode>`

test.each([
  ['a name of 65 characters', user('a'.repeat(65)), 'OperationProhibited', 'UsernameTooLong'],
  ['no name', user(''), 'OperationProhibited', 'UsernameTooShort'],
  ['a taken name', user('nvr'), 'OperationProhibited', 'UsernameClash'],
  ['a duplicate name', user('new') + user('new'), 'OperationProhibited', 'UsernameClash'],
  [
    'a password of 65 characters',
    user('new', 'User', 'a'.repeat(65)),
    'OperationProhibited',
    'PasswordTooLong',
  ],
  ['an empty password', user('new', 'User', ''), 'OperationProhibited', 'Password'],
  ['no password', user('new', 'User', null), 'OperationProhibited', 'Password'],
  ['a line break in a password', user('new', 'User', 'a&#10;b'), 'OperationProhibited', 'Password'],
  ['the anonymous level', user('new', 'Anonymous'), 'OperationProhibited', 'AnonymousNotAllowed'],
  ['root below administrator', user('root', 'Operator'), 'InvalidArgVal', 'FixedUser'],
])(
  '%s is refused, with everything else in the list (ONVIF-09, ONVIF-11, ONVIF-13)',
  async (_, users, code, finer) => {
    await create(user('nvr'))
    const { status, body } = await create(user('good'), users)
    expect(status).toBe(400)
    expect(body).toContain(`<SOAP-ENV:Value>SOAP-ENV:Sender</SOAP-ENV:Value>${fault(code, finer)}`)
    expect(device.onvifAccounts.all()).toEqual([{ name: 'nvr', level: 'Operator' }])
  },
)

test.each([
  ['a name with a blank', user('a b')],
  ['a name with a non-ASCII letter', user('ж')],
  ['a level of other devices', user('new', 'Extended')],
  ['an unknown level', user('new', 'Root')],
  ['an empty list', ''],
])('%s is an invalid value (ONVIF-08, ONVIF-10)', async (_, users) => {
  const { status, body } = await create(users)
  expect(status).toBe(400)
  expect(body).toContain('<SOAP-ENV:Value>ter:InvalidArgVal</SOAP-ENV:Value>')
  expect(device.onvifAccounts.all()).toEqual([])
})

test('names and passwords may have 64 characters', async () => {
  expect((await create(user('a'.repeat(64), 'User', '&lt;ü'.repeat(32)))).status).toBe(200)
  expect(device.onvifAccounts.credentials('a'.repeat(64))?.password).toBe('<ü'.repeat(32))
})

test('root keeps its level and can’t be deleted (ONVIF-15, ONVIF-16)', async () => {
  await create(user('root', 'Administrator'), user('nvr'))
  expect((await set(user('nvr', 'User'), user('root', 'User'))).body).toContain(
    fault('InvalidArgVal', 'FixedUser'),
  )
  expect((await remove('nvr', 'root')).body).toContain(fault('InvalidArgVal', 'FixedUser'))
  expect(device.onvifAccounts.all()).toEqual([
    { name: 'root', level: 'Administrator' },
    { name: 'nvr', level: 'Operator' },
  ])
  expect((await set(user('root', 'Administrator', 'new'))).status).toBe(200)
})

test('a list with an unknown name changes nothing', async () => {
  await create(user('nvr'))
  expect((await set(user('nvr', 'User'), user('who'))).body).toContain(
    fault('InvalidArgVal', 'UsernameMissing'),
  )
  expect((await remove('nvr', 'who')).body).toContain(fault('InvalidArgVal', 'UsernameMissing'))
  expect(device.onvifAccounts.all()).toEqual([{ name: 'nvr', level: 'Operator' }])
})

test('the number of accounts is limited', async () => {
  const all = Array.from({ length: ONVIF_ACCOUNTS_MAX }, (_, n) => user(`u${n}`))
  expect((await create(...all, user('more'))).status).toBe(500)
  expect(device.onvifAccounts.all()).toEqual([])
  expect((await create(...all)).status).toBe(200)
  expect((await create(user('more'))).body).toContain(
    `<SOAP-ENV:Value>SOAP-ENV:Receiver</SOAP-ENV:Value>${fault('Action', 'TooManyUsers')}`,
  )
})

test('a write over an outdated list is refused (EXPECT-21)', async () => {
  await create(user('nvr'))
  const version = (await ask('<tds:GetUsers/>')).headers.get('etag') ?? ''
  await create(user('other'))
  const late = [
    '<tds:DeleteUsers><tds:Username>nvr</tds:Username></tds:DeleteUsers>',
    `<tds:SetUser>${user('nvr', 'Administrator')}</tds:SetUser>`,
    `<tds:CreateUsers>${user('third')}</tds:CreateUsers>`,
  ]
  for (const write of late) {
    const answer = await ask(write, { 'if-match': version })
    expect(answer.status).toBe(412)
    expect(answer.text).toContain('<SOAP-ENV:Value>ter:OperationProhibited<')
  }
  expect(device.onvifAccounts.all()).toEqual([
    { name: 'nvr', level: 'Operator' },
    { name: 'other', level: 'Operator' },
  ])
})

test('anybody may read the time, which tokens depend on; it is the device’s own', async () => {
  device.parameters.set({ 'root.Time.SyncSource': 'None' })
  const answer = await fetch(`${device.url}/onvif/device_service`, {
    method: 'POST',
    headers: { 'content-type': 'application/soap+xml' },
    body: `<e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope"><e:Body><GetSystemDateAndTime xmlns="${TDS}"/></e:Body></e:Envelope>`,
  })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain(
    '<tds:SystemDateAndTime><tt:DateTimeType>Manual</tt:DateTimeType><tt:DaylightSavings>false</tt:DaylightSavings>' +
      '<tt:TimeZone><tt:TZ>CET-1CEST,M3.5.0,M10.5.0/3</tt:TZ></tt:TimeZone>' +
      '<tt:UTCDateTime><tt:Time><tt:Hour>13</tt:Hour><tt:Minute>7</tt:Minute><tt:Second>32</tt:Second></tt:Time>' +
      '<tt:Date><tt:Year>2026</tt:Year><tt:Month>11</tt:Month><tt:Day>20</tt:Day></tt:Date></tt:UTCDateTime>' +
      '<tt:LocalDateTime><tt:Time><tt:Hour>14</tt:Hour>',
  )
})

test('daylight saving is reported for every kind of zone', () => {
  const { parameters } = device
  const at = (month: number, zone: ParameterChanges) => {
    parameters.set(zone)
    const clock = { ...device.clock, now: () => Date.UTC(2026, month, 15) }
    return systemTime({ clock, parameters }).SystemDateAndTime.DaylightSavings
  }
  const named = (name: string) => ({ 'root.Time.TimeZone': name })
  expect([at(0, named('Europe/Stockholm')), at(6, named('Europe/Stockholm'))]).toEqual([
    false,
    true,
  ])
  expect([at(0, named('Australia/Sydney')), at(6, named('Australia/Sydney'))]).toEqual([
    true,
    false,
  ])
  expect([at(0, named('Asia/Tokyo')), at(6, named('Asia/Tokyo'))]).toEqual([false, false])
})

test('only administrators may', async () => {
  expect((await ask('<tds:GetUsers/>', {}, 'oper')).status).toBe(403)
  expect((await ask(`<tds:CreateUsers>${user('x')}</tds:CreateUsers>`, {}, 'oper')).status).toBe(
    403,
  )
  expect(device.onvifAccounts.all()).toEqual([])
})

test('the WSDL names every operation, its elements and the address of the service (DEVICE-10)', async () => {
  const answer = await device.fetch('/wsdl/onvif/devicemgmt.wsdl', { as: 'root' })
  expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8')
  const WSDL = 'http://schemas.xmlsoap.org/wsdl/'
  const definitions = readXml(new Uint8Array(await answer.arrayBuffer()))
  const named = (within: typeof definitions | undefined, name: string) =>
    within?.children
      .filter((child) => child.name === name)
      .map(({ attributes }) => attributes.find((one) => one.name === 'name')?.value)
  const operations = DEVICE_MANAGEMENT.map(({ operation }) => operation)
  expect(operations).toEqual(expect.arrayContaining(['GetUsers', 'GetCertificates']))
  expect(named(childOf(definitions, WSDL, 'portType'), 'operation')).toEqual(operations)
  expect(named(childOf(definitions, WSDL, 'binding'), 'operation')).toEqual(operations)
  const messages = operations.flatMap((name) => [name, `${name}Response`])
  expect(named(definitions, 'message')).toEqual(messages)
  const types = childOf(definitions, WSDL, 'types')
  const own = types?.children.find(({ attributes }) =>
    attributes.some(({ value }) => value === TDS),
  )
  expect(named(own, 'element')).toEqual(messages)
  const port = childOf(childOf(definitions, WSDL, 'service'), WSDL, 'port')
  expect(port?.children[0]?.attributes).toEqual([
    { name: 'location', namespace: '', value: `${device.url}/vapix/services` },
  ])
  expect((await device.fetch('/wsdl/onvif/devicemgmt.wsdl', { as: 'oper' })).status).toBe(403)
})
