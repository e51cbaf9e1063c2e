import {
  createOnvifUsers,
  deleteOnvifUsers,
  getOnvifUsers,
  setOnvifUser,
} from '@lintel/contract/calls/onvif-users'
import { getOnvifTime } from '@lintel/contract/calls/onvif-time'
import { CONSOLE_HEADER } from '@lintel/contract/client'
import { getUserGroups } from '@lintel/contract/calls/users'
import { Refusal } from '@lintel/contract/fault'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { BODY_LIMIT } from '../request-body.ts'
import { serve } from '../serve.ts'
import { EVERY_MS, NETWORK_BURST } from '../slow-down.ts'
import { ask, basic } from '../testing/ask.ts'
import { makeCertificate } from '../testing/certificate.ts'
import { outcomeOf } from '../testing/access-matrix.ts'
import { onvifToken, securityHeader } from '../testing/onvif-token.ts'
import type { TokenParts } from '../testing/onvif-token.ts'
import { testDoor } from '../testing/test-door.ts'
import type { TestDoor } from '../testing/test-door.ts'

const SOAP_12 = 'http://www.w3.org/2003/05/soap-envelope'
const SOAP_11 = 'http://schemas.xmlsoap.org/soap/envelope/'
const TDS = 'http://www.onvif.org/ver10/device/wsdl'
const TT = 'http://www.onvif.org/ver10/schema'

let certificate: Awaited<ReturnType<typeof makeCertificate>>
let door: TestDoor
let https: string
let reached: unknown[]

beforeAll(async () => {
  certificate = await makeCertificate('front-gate')
})
beforeEach(async () => {
  reached = []
  const take = (input: unknown) => {
    reached.push(input)
    return {}
  }
  door = await testDoor({
    calls: [
      serve(getOnvifUsers, (_, { user, groups }) => ({
        User: [{ Username: `${user} in ${groups.join()}`, UserLevel: 'User' as const }],
      })),
      serve(getOnvifTime, () => ({
        SystemDateAndTime: { DateTimeType: 'NTP' as const, DaylightSavings: false },
      })),
      serve(createOnvifUsers, take),
      serve(setOnvifUser, () => {
        throw new Refusal('storage', 'No room.')
      }),
      serve(deleteOnvifUsers, take),
      serve(getUserGroups, (_, { user = '', groups }) => ({ user, groups: [...groups] })),
    ],
  })
  https = (await door.door.configure({ tls: certificate, httpsOnly: false })) ?? ''
  door.device.state.policy = 'basic_digest'
})
afterEach(() => door.close())

interface Message {
  body?: string
  header?: string
  namespace?: string
  type?: string
  headers?: Record<string, string>
  url?: string
}

/** Posts an envelope; GetUsers as root by default. */
function post({
  body = `<GetUsers xmlns="${TDS}"/>`,
  header = '',
  namespace = SOAP_12,
  type = 'application/soap+xml; charset=utf-8',
  headers = { authorization: basic('root', 'pass-root') },
  url = door.url,
}: Message) {
  return ask(`${url}/vapix/services`, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body: `<s:Envelope xmlns:s="${namespace}"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`,
  })
}

const as = (user: string) => ({ authorization: basic(user, `pass-${user}`) })

const raw = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
  ask(`${door.url}/vapix/services`, {
    method: 'POST',
    headers: {
      'content-type': 'application/soap+xml',
      authorization: basic('root', 'pass-root'),
      ...headers,
    },
    body,
  })

const inside = (text: string): string => /Body>(.*)<\/SOAP-ENV:Body>/s.exec(text)?.[1] ?? text
const reasonIn = (text: string): string | undefined =>
  /<SOAP-ENV:Text xml:lang="en">(.*?)<\/SOAP-ENV:Text>/.exec(text)?.[1]
const codesIn = (text: string): string[] =>
  Array.from(text.matchAll(/<SOAP-ENV:Value>(.*?)<\/SOAP-ENV:Value>/g), ([, code]) => code ?? '')

test('an unknown operation is answered by the recorded fault, byte for byte', async () => {
  const answer = await post({ body: `<GetHostname xmlns="${TDS}"/>` })
  expect(answer.status).toBe(500)
  expect(inside(answer.text)).toBe(
    '<SOAP-ENV:Fault><SOAP-ENV:Code><SOAP-ENV:Value>SOAP-ENV:Receiver</SOAP-ENV:Value><SOAP-ENV:Subcode><SOAP-ENV:Value>ter:ActionNotSupported</SOAP-ENV:Value></SOAP-ENV:Subcode></SOAP-ENV:Code>' +
      '<SOAP-ENV:Reason><SOAP-ENV:Text xml:lang="en">Optional action not implemented</SOAP-ENV:Text></SOAP-ENV:Reason>' +
      '<SOAP-ENV:Detail><SOAP-ENV:Text>The requested action is optional and is not implemented</SOAP-ENV:Text></SOAP-ENV:Detail></SOAP-ENV:Fault>',
  )
  expect(answer.text.split('\n')).toHaveLength(2)
  // The same name in another of the device's namespaces is another operation.
  const vendor = await post({
    body: '<GetUsers xmlns="http://www.axis.com/vapix/ws/certificates"/>',
  })
  expect(codesIn(vendor.text)).toEqual(['SOAP-ENV:Receiver', 'ter:ActionNotSupported'])
})

test('each version of SOAP is answered in the same version', async () => {
  const answer =
    '<tds:GetUsersResponse><tds:User><tt:Username>root in root,admin,operator,viewer,ptz</tt:Username><tt:UserLevel>User</tt:UserLevel></tds:User></tds:GetUsersResponse>'
  const one = await post({ namespace: SOAP_11, type: 'text/xml; charset="UTF-8"' })
  expect(one.headers['content-type']).toBe('text/xml; charset=utf-8')
  expect(one.text).toContain(`<SOAP-ENV:Envelope xmlns:SOAP-ENV="${SOAP_11}"`)
  expect(inside(one.text)).toBe(answer)
  const two = await post({
    type: 'text/xml',
    headers: { authorization: basic('root', 'pass-root'), soapaction: '"any"' },
  })
  expect(two.headers['content-type']).toBe('application/soap+xml; charset=utf-8')
  expect(inside(two.text)).toBe(answer)
  const fault = await post({
    namespace: SOAP_11,
    type: 'text/xml',
    body: `<Nothing xmlns="${TDS}"/>`,
  })
  expect(fault.status).toBe(500)
  expect(inside(fault.text)).toBe(
    '<SOAP-ENV:Fault><faultcode>ter:ActionNotSupported</faultcode><faultstring>Optional action not implemented</faultstring>' +
      '<detail><Text>The requested action is optional and is not implemented</Text></detail></SOAP-ENV:Fault>',
  )
  // Every fault of SOAP 1.1 has this status, also one of the sender.
  const wrong = await post({ namespace: SOAP_11, type: 'text/xml', body: '<nothing/>' })
  expect(wrong.status).toBe(500)
  expect(inside(wrong.text)).toContain('<faultcode>ter:TagMismatch</faultcode>')
})

test.each([
  ['an operation of no namespace', '<GetUsers xmlns=""/>'],
  ['an operation of another namespace', '<GetUsers xmlns="urn:other"/>'],
  ['no operation', ''],
  ['two operations', `<GetUsers xmlns="${TDS}"/><GetUsers xmlns="${TDS}"/>`],
  ['an unknown child', `<GetUsers xmlns="${TDS}"><More/></GetUsers>`],
  [
    'a child of another namespace',
    `<t:DeleteUsers xmlns:t="${TDS}"><t:Username>a</t:Username><Username>b</Username></t:DeleteUsers>`,
  ],
  ['text where elements belong', `<GetUsers xmlns="${TDS}">now</GetUsers>`],
  [
    'elements where text belongs',
    `<DeleteUsers xmlns="${TDS}"><Username><b/></Username></DeleteUsers>`,
  ],
  [
    'the same child twice',
    `<t:CreateUsers xmlns:t="${TDS}"><t:User xmlns="${TT}"><Username>a</Username><Username>b</Username><UserLevel>User</UserLevel></t:User></t:CreateUsers>`,
  ],
])('%s is a tag mismatch of the sender', async (_, body) => {
  const answer = await post({ body })
  expect(answer.status).toBe(400)
  expect(codesIn(answer.text)).toEqual(['SOAP-ENV:Sender', 'ter:TagMismatch'])
  expect(reasonIn(answer.text)).toBe('Tag mismatch')
  expect(reached).toEqual([])
})

test('elements are read in any order and under any prefix', async () => {
  await post({
    body: `<x:CreateUsers xmlns:x="${TDS}"> <x:User> <UserLevel xmlns="${TT}"> Operator </UserLevel><y:Password xmlns:y="${TT}">&lt;p&gt;</y:Password> <y:Username xmlns:y="${TT}"><![CDATA[joe]]></y:Username></x:User></x:CreateUsers>`,
  })
  expect(reached).toEqual([{ User: [{ Username: 'joe', Password: '<p>', UserLevel: 'Operator' }] }])
})

test.each([
  ['a missing element', `<t:CreateUsers xmlns:t="${TDS}"><t:User/></t:CreateUsers>`],
  [
    'a word that is not known',
    `<t:CreateUsers xmlns:t="${TDS}"><t:User xmlns="${TT}"><Username>a</Username><UserLevel>God</UserLevel></t:User></t:CreateUsers>`,
  ],
])('%s is an invalid value', async (_, body) => {
  const answer = await post({ body })
  expect(answer.status).toBe(400)
  expect(codesIn(answer.text)).toEqual(['SOAP-ENV:Sender', 'ter:InvalidArgVal'])
})

test('a failure inside the device is a receiver fault', async () => {
  const body = `<t:SetUser xmlns:t="${TDS}"></t:SetUser>`
  const answer = await post({ body })
  expect(answer.status).toBe(500)
  expect(codesIn(answer.text)).toEqual(['SOAP-ENV:Receiver', 'ter:Action'])
})

test.each([
  ['no XML', 'hello', 'ter:WellFormed'],
  ['nothing', '', 'ter:WellFormed'],
  ['a document type', '<!DOCTYPE a><a/>', 'ter:WellFormed'],
  ['bytes that are no UTF-8', Uint8Array.of(0x3c, 0x61, 0xff), 'ter:WellFormed'],
  ['no envelope', '<a/>', undefined],
  ['an envelope of no version', '<Envelope xmlns="urn:soap-3"/>', undefined],
])('%s is refused', async (_, body, code) => {
  const answer = await raw(body)
  expect(answer.status).toBe(code ? 400 : 500)
  expect(codesIn(answer.text)).toEqual(
    code ? ['SOAP-ENV:Sender', code] : ['SOAP-ENV:VersionMismatch'],
  )
})

test('hostile XML is answered quickly, with a request to authenticate', async () => {
  const laughs = `<!DOCTYPE l [${Array.from({ length: 10 }, (_, n) => `<!ENTITY l${n} "${`&l${n - 1};`.repeat(10)}">`).join('')}]><a>&l9;</a>`
  const started = performance.now()
  for (const body of [laughs, '<a>'.repeat(BODY_LIMIT / 3), `<a ${'b="" '.repeat(150_000)}`]) {
    expect((await raw(body, { authorization: '' })).status).toBe(401)
    expect((await raw(body)).status).toBe(400)
  }
  expect(performance.now() - started).toBeLessThan(2000)
  expect((await raw('x'.repeat(BODY_LIMIT + 1))).status).toBe(413)
})

test('an unsupported header that must be understood is refused', async () => {
  const header = (attributes: string) => `<t:To xmlns:t="urn:t" ${attributes}>x</t:To>`
  for (const must of ['1', 'true']) {
    const answer = await post({ header: header(`s:mustUnderstand="${must}"`) })
    expect(answer.status).toBe(500)
    expect(codesIn(answer.text)).toEqual(['SOAP-ENV:MustUnderstand'])
  }
  const old = await post({ namespace: SOAP_11, header: header('s:mustUnderstand="1"') })
  expect(old.text).toContain('<faultcode>SOAP-ENV:MustUnderstand</faultcode>')
  for (const fine of [
    '',
    's:mustUnderstand="0"',
    'mustUnderstand="1"',
    's:mustUnderstand="1" s:role="http://other.example/next-hop"',
  ]) {
    expect((await post({ header: header(fine) })).status).toBe(200)
  }
})

test('only POST is accepted', async () => {
  const answer = await ask(`${door.url}/vapix/services`, {
    headers: { authorization: basic('root', 'pass-root') },
  })
  expect(answer.status).toBe(405)
  expect(answer.headers.allow).toBe('POST')
})

/** The header of an ONVIF client by the device's clock. */
const digestToken = (parts: Partial<TokenParts> = {}): string =>
  onvifToken({ user: 'nvr', password: 'pass-nvr', created: door.device.state.now, ...parts })

const textToken = (): string => securityHeader('nvr', '<w:Password>pass-nvr</w:Password>')
const nvr = { password: 'pass-nvr', groups: ['admin'] }

test('an ONVIF account signs in with a token, and only once with each', async () => {
  door.device.tokenAccounts.set('nvr', nvr)
  const header = digestToken()
  const answer = await post({ header, headers: {} })
  expect(answer.status).toBe(200)
  expect(answer.text).toContain('<tt:Username>nvr in admin</tt:Username>')
  const again = await post({ header, headers: {} })
  expect(again.status).toBe(401)
  expect(codesIn(again.text)).toEqual(['SOAP-ENV:Sender', 'ter:NotAuthorized'])
  expect(again.challenges[0]).toMatch(/^Digest /)
  expect((await post({ header: digestToken(), headers: {} })).status).toBe(200)
})

test.each([
  ['a wrong password', { password: 'pass-nvs' }],
  ['an unknown account', { user: 'nobody' }],
  ["a device's account", { user: 'root', password: 'pass-root' }],
  ['an old time', { created: Date.UTC(2026, 10, 20, 14, 2, 31) }],
  ['a time that is to come', { created: Date.UTC(2026, 10, 20, 14, 12, 33) }],
])('a token with %s signs nobody in', async (_, parts) => {
  door.device.tokenAccounts.set('nvr', nvr)
  expect((await post({ header: digestToken(parts), headers: {} })).status).toBe(401)
})

test('a plain-text password is accepted over https only', async () => {
  door.device.tokenAccounts.set('nvr', nvr)
  expect((await post({ header: textToken(), headers: {} })).status).toBe(401)
  expect((await post({ header: textToken(), headers: {}, url: https })).status).toBe(200)
})

test('HTTP credentials take precedence, right or wrong', async () => {
  door.device.tokenAccounts.set('nvr', nvr)
  const wrong = { authorization: basic('root', 'wrong') }
  expect((await post({ header: digestToken(), headers: wrong })).status).toBe(401)
  const right = await post({ header: digestToken({ password: 'wrong' }) })
  expect(right.text).toContain('root in')
})

test('a removed or changed account is locked out at once', async () => {
  door.device.tokenAccounts.set('nvr', { ...nvr, groups: ['viewer'] })
  expect((await post({ header: digestToken(), headers: {} })).status).toBe(403)
  door.device.tokenAccounts.delete('nvr')
  expect((await post({ header: digestToken(), headers: {} })).status).toBe(401)
})

test('guessing tokens is slowed down like guessing passwords, without telling who exists', async () => {
  door.device.tokenAccounts.set('nvr', nvr)
  for (let n = 0; n < NETWORK_BURST; n += 1) {
    expect((await post({ header: digestToken({ password: `${n}` }), headers: {} })).status).toBe(
      401,
    )
  }
  const header = digestToken()
  const [slowed, unknown] = await Promise.all([
    post({ header, headers: {} }),
    post({ header: digestToken({ user: 'nobody' }), headers: {} }),
  ])
  expect([slowed.status, slowed.text]).toEqual([401, unknown.text])
  expect(slowed.challenges).toHaveLength(unknown.challenges.length)
  door.device.state.now += EVERY_MS
  expect((await post({ header, headers: {} })).status).toBe(200)
})

test.each([
  ['no ONVIF account has its name', undefined],
  ['an ONVIF account has its name and another password', nvr],
])('tokens of a device account never slow down its sign-in by HTTP: %s', async (_, account) => {
  if (account) door.device.tokenAccounts.set('root', account)
  const header = () => digestToken({ user: 'root', password: 'pass-root' })
  const messages = Array.from({ length: 40 }, () => post({ header: header(), headers: {} }))
  for (const answer of await Promise.all(messages)) {
    expect([answer.status, answer.challenges[0]]).toEqual([401, expect.stringMatching(/^Digest /)])
  }
  expect((await post({ header: header() })).status).toBe(200)
  expect(await outcomeOf(door.url, getUserGroups, as('root'))).toBe('passed')
  const failed = door.device.lines.filter(({ message }) => message === 'sign-in failed')
  expect(failed).toHaveLength(account ? NETWORK_BURST : 0)
})

test.each([
  ['that the device lacks', `<GetHostname xmlns="${TDS}"/>`, 500],
  ['that needs no account', `<GetSystemDateAndTime xmlns="${TDS}"/>`, 200],
])('a token is no sign-in in a message for an operation %s', async (_, body, status) => {
  door.device.tokenAccounts.set('nvr', nvr)
  const right = digestToken()
  expect((await post({ header: right, body, headers: {} })).status).toBe(status)
  for (let n = 0; n < 40; n += 1) {
    const header = digestToken({ password: 'wrong' })
    expect((await post({ header, body, headers: {} })).status).toBe(status)
  }
  expect((await post({ header: right, headers: {} })).status).toBe(200)
  expect(JSON.stringify(door.device.lines)).not.toContain('sign-in failed')
})

test('a failed token logs the names of accounts that exist, and no other', async () => {
  door.device.tokenAccounts.set('nvr', nvr)
  await post({ header: digestToken({ password: 'x' }), headers: {} })
  await post({ header: digestToken({ user: 'pass-typed-here' }), headers: {} })
  const lines = JSON.stringify(door.device.lines)
  expect(lines).toContain('"by":"token","user":"nvr"')
  expect(lines).not.toContain('pass-')
})

test('ONVIF accounts are not device accounts: only ONVIF’s addresses accept them, by HTTP too', async () => {
  door.device.tokenAccounts.set('nvr', nvr)
  const headers = { authorization: basic('nvr', 'pass-nvr') }
  expect(await outcomeOf(door.url, getUserGroups, headers)).toBe('unauthenticated')
  expect(await outcomeOf(door.url, getOnvifUsers, headers)).toBe('passed')
  const wrong = { authorization: basic('nvr', 'pass-nvs') }
  expect(await outcomeOf(door.url, getOnvifUsers, wrong)).toBe('unauthenticated')
  const answer = await ask(door.url + getUserGroups.path, {
    method: 'POST',
    headers: { 'content-type': 'application/soap+xml' },
    body: `<s:Envelope xmlns:s="${SOAP_12}"><s:Header>${digestToken()}</s:Header><s:Body/></s:Envelope>`,
  })
  expect(answer.status).toBe(401)
})

test('a write by cookie needs our header', async () => {
  const body = `<DeleteUsers xmlns="${TDS}"/>`
  const cookie = door.signedIn('root')
  expect((await post({ body, headers: cookie })).status).toBe(403)
  expect(reached).toEqual([])
  expect((await post({ body, headers: { ...cookie, [CONSOLE_HEADER]: '1' } })).status).toBe(200)
})
