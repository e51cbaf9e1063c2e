// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { createOnvifUsers, deleteOnvifUsers, getOnvifUsers } from './calls/onvif-users.ts'
import { addScheduledEvent, getScheduledEvents } from './calls/schedules.ts'
import { createClient } from './client.ts'
import { DeviceFault } from './fault.ts'
import { createSoapClient } from './soap-client.ts'

const OPEN =
  '<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://www.w3.org/2003/05/soap-envelope"' +
  ' xmlns:tt="http://www.onvif.org/ver10/schema" xmlns:tds="http://www.onvif.org/ver10/device/wsdl" xmlns:ter="http://www.onvif.org/ver10/error"><SOAP-ENV:Body>'
const CLOSE = '</SOAP-ENV:Body></SOAP-ENV:Envelope>'
const USERS =
  '<tds:GetUsersResponse><tds:User><tt:Username>admin</tt:Username><tt:UserLevel>Administrator</tt:UserLevel></tds:User></tds:GetUsersResponse>'

/** A client of a device that sends this response to every message, and the requests it sent. */
function against(answer: () => Response, description = () => new Response('<definitions/>')) {
  const requests: { url: string; init: RequestInit }[] = []
  const transport = createClient({
    fetch: async (url, init) => {
      requests.push({ url: String(url), init: init ?? {} })
      return String(url).startsWith('/wsdl/') ? description() : answer()
    },
  })
  return { client: createSoapClient(transport), requests }
}

const soap =
  (body: string, status = 200, headers: Record<string, string> = {}) =>
  () =>
    new Response(OPEN + body + CLOSE, { status, headers })

async function faultOf(answer: Promise<unknown>): Promise<DeviceFault> {
  const fault: unknown = await answer.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(fault instanceof DeviceFault)) throw new Error(`no device fault: ${String(fault)}`)
  return fault
}

afterEach(() => vi.restoreAllMocks())

test('the WSDL is fetched once, then messages are posted and decoded (DEVICE-10, DEVICE-14)', async () => {
  const { client, requests } = against(soap(USERS))
  const list = { User: [{ Username: 'admin', UserLevel: 'Administrator' }] }
  expect(
    await Promise.all([client.call(getOnvifUsers, {}), client.call(getOnvifUsers, {})]),
  ).toEqual([list, list])
  expect(await client.call(getOnvifUsers, {})).toEqual(list)
  expect(requests.map(({ url }) => url)).toEqual([
    '/wsdl/onvif/devicemgmt.wsdl',
    '/vapix/services',
    '/vapix/services',
    '/vapix/services',
  ])
  const { init } = requests[1] ?? {}
  expect(init).toMatchObject({ method: 'POST', cache: 'no-store', credentials: 'same-origin' })
  const headers = new Headers(init?.headers)
  expect(headers.get('content-type')).toBe('application/soap+xml; charset=utf-8')
  expect(headers.get('x-lintel-console')).toBe('1')
})

test('accounts are sent as specified, with passwords escaped (DEVICE-12)', async () => {
  const { client, requests } = against(soap('<tds:CreateUsersResponse></tds:CreateUsersResponse>'))
  const User = [{ Username: 'nvr', Password: '<a & "b">', UserLevel: 'Operator' as const }]
  expect(await client.call(createOnvifUsers, { User })).toEqual({})
  expect(requests[1]?.init.body).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:tds="http://www.onvif.org/ver10/device/wsdl" xmlns:ns1="http://www.onvif.org/ver10/schema">' +
      '<s:Body><tds:CreateUsers><tds:User><ns1:Username>nvr</ns1:Username><ns1:Password>&lt;a &amp; "b"&gt;</ns1:Password><ns1:UserLevel>Operator</ns1:UserLevel></tds:User></tds:CreateUsers></s:Body></s:Envelope>',
  )
})

test('a response that is not valid XML is logged and returned as it is (DEVICE-11)', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { client } = against(() => new Response('<tds:GetUsersResponse>half of'))
  expect(await client.call(getOnvifUsers, {})).toBe('<tds:GetUsersResponse>half of')
  expect(warned).toHaveBeenCalledExactlyOnceWith('The answer to onvif.getUsers is not valid XML.')
})

test('the schedules of a response that is not valid XML are logged and returned as they are (DEVICE-22)', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { client, requests } = against(() => new Response('Busy & starting'))
  expect(await client.call(getScheduledEvents, {})).toBe('Busy & starting')
  expect(warned).toHaveBeenCalledExactlyOnceWith('The answer to schedules.getAll is not valid XML.')
  expect(requests[1]?.init.body).toContain(
    '<s:Body><aev:GetScheduledEvents></aev:GetScheduledEvents></s:Body>',
  )
})

test('a text is sent with its label, and read with or without it', async () => {
  const event = (id: string, calendar: string) =>
    `<aev:ScheduledEvent><aev:EventID>${id}</aev:EventID><aev:Schedule>${calendar}</aev:Schedule></aev:ScheduledEvent>`
  const list = `<aev:GetScheduledEventsResponse xmlns:aev="http://www.axis.com/vapix/ws/event1"><aev:ScheduledEvents>${event(
    'a',
    '<aev:ICalendar Dialect="http://www.axis.com/vapix/ws/ical2">DTSTART:1</aev:ICalendar>',
  )}${event('b', '<aev:ICalendar>DTSTART:2</aev:ICalendar>')}</aev:ScheduledEvents></aev:GetScheduledEventsResponse>`
  const { client } = against(soap(list))
  expect(await client.call(getScheduledEvents, {})).toEqual({
    ScheduledEvents: {
      ScheduledEvent: [
        { EventID: 'a', Schedule: { ICalendar: 'DTSTART:1' } },
        { EventID: 'b', Schedule: { ICalendar: 'DTSTART:2' } },
      ],
    },
  })
  const { client: sender, requests } = against(soap('<nothing/>'))
  const NewScheduledEvent = { Name: 'Lunch', Schedule: { ICalendar: 'DTSTART:1\nDTEND:2' } }
  await faultOf(sender.call(addScheduledEvent, { NewScheduledEvent }))
  expect(requests[1]?.init.body).toContain(
    '<aev:Schedule><aev:ICalendar Dialect="http://www.axis.com/vapix/ws/ical1">DTSTART:1\nDTEND:2</aev:ICalendar></aev:Schedule>',
  )
})

const FAULT =
  '<SOAP-ENV:Fault><SOAP-ENV:Code><SOAP-ENV:Value>SOAP-ENV:Sender</SOAP-ENV:Value></SOAP-ENV:Code>' +
  '<SOAP-ENV:Reason><SOAP-ENV:Text xml:lang="en"> Username clash </SOAP-ENV:Text></SOAP-ENV:Reason></SOAP-ENV:Fault>'

test('a Fault is a refusal with the text of its reason', async () => {
  for (const status of [200, 400, 500]) {
    const { client } = against(soap(FAULT, status))
    const fault = await faultOf(client.call(deleteOnvifUsers, { Username: ['x'] }))
    expect(fault).toMatchObject({
      kind: 'refused',
      message: 'Username clash',
      subcode: 'Sender',
      status,
    })
  }
  const empty = against(
    soap(
      '<SOAP-ENV:Fault><SOAP-ENV:Reason><SOAP-ENV:Text></SOAP-ENV:Text></SOAP-ENV:Reason></SOAP-ENV:Fault>',
      500,
    ),
  )
  expect(await faultOf(empty.client.call(getOnvifUsers, {}))).toMatchObject({
    kind: 'refused',
    message: '',
  })
  const old =
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault><faultcode>e:Client</faultcode><faultstring>Old words</faultstring></e:Fault></e:Body></e:Envelope>'
  const older = against(() => new Response(old, { status: 500 }))
  expect(await faultOf(older.client.call(getOnvifUsers, {}))).toMatchObject({
    kind: 'refused',
    message: 'Old words',
    subcode: 'Client',
  })
})

test('the innermost code of a Fault tells why', async () => {
  const subcode = (code: string, inside: string) =>
    `<SOAP-ENV:Subcode><SOAP-ENV:Value>ter:${code}</SOAP-ENV:Value>${inside}</SOAP-ENV:Subcode>`
  const fault = FAULT.replace(
    '</SOAP-ENV:Code>',
    `${subcode('OperationProhibited', subcode('UsernameClash', ''))}</SOAP-ENV:Code>`,
  )
  const { client } = against(soap(fault, 400))
  expect(await faultOf(client.call(getOnvifUsers, {}))).toMatchObject({ subcode: 'UsernameClash' })
})

test('a service without the operation lacks the call', async () => {
  const code =
    '<SOAP-ENV:Subcode><SOAP-ENV:Value>ter:ActionNotSupported</SOAP-ENV:Value></SOAP-ENV:Subcode>'
  const { client } = against(
    soap(FAULT.replace('</SOAP-ENV:Code>', `${code}</SOAP-ENV:Code>`), 500),
  )
  expect(await faultOf(client.call(getOnvifUsers, {}))).toMatchObject({
    kind: 'missing',
    status: 500,
  })
})

test.each([
  ['another operation', '<tds:SetUserResponse/>'],
  ['another namespace', '<GetUsersResponse/>'],
  ['an unknown value', USERS.replace('Administrator', 'Emperor')],
  ['an account without a name', USERS.replaceAll('Username', 'Nickname')],
])('%s in a response is malformed', async (_, body) => {
  const { client } = against(soap(body))
  expect(await faultOf(client.call(getOnvifUsers, {}))).toMatchObject({ kind: 'malformed' })
})

test('elements of newer firmware in a response are skipped', async () => {
  const body = USERS.replace('</tds:User>', '<tt:Extension><tt:More/></tt:Extension></tds:User>')
  const { client } = against(soap(body))
  expect(await client.call(getOnvifUsers, {})).toEqual({
    User: [{ Username: 'admin', UserLevel: 'Administrator' }],
  })
})

test.each([
  [401, 'signedOut'],
  [403, 'forbidden'],
  [412, 'conflict'],
  [404, 'missing'],
  [503, 'refused'],
] as const)('a %d is %s, like for every call', async (status, kind) => {
  const { client } = against(() => new Response('<html><title>No</title></html>', { status }))
  expect(await faultOf(client.call(getOnvifUsers, {}))).toMatchObject({ kind, status })
})

test('a device without the WSDL has the service nevertheless', async () => {
  const { client } = against(soap(USERS), () => new Response('', { status: 404 }))
  expect(await client.call(getOnvifUsers, {})).toMatchObject({ User: [{ Username: 'admin' }] })
})

test('a WSDL that can’t be fetched fails the call, and is fetched again by the next', async () => {
  let times = 0
  const { client, requests } = against(soap(USERS), () => {
    times += 1
    return new Response('', { status: times === 1 ? 500 : 200 })
  })
  expect(await faultOf(client.call(getOnvifUsers, {}))).toMatchObject({ kind: 'refused' })
  expect(requests).toHaveLength(1)
  expect(await client.call(getOnvifUsers, {})).toMatchObject({ User: [{ Username: 'admin' }] })
})

test('a version is reported and sent, like for every call', async () => {
  const { client, requests } = against(soap(USERS, 200, { etag: '"v1"' }))
  let version = ''
  await client.call(getOnvifUsers, {}, { onVersion: (value) => (version = value) })
  await client.call(getOnvifUsers, {}, { ifMatch: version })
  expect(new Headers(requests[2]?.init.headers).get('if-match')).toBe('"v1"')
})
