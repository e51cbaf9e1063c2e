import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { openLog } from '../../log.ts'
import { fakeNetwork } from './testing/fake-group.ts'
import { openWsDiscovery } from './ws-discovery.ts'

const ASKER = '198.51.100.9'
const ENDPOINT = 'urn:uuid:00000000-0000-5000-8000-000000000000'
const SCOPES = ['onvif://www.onvif.org/type/video_encoder', 'onvif://www.onvif.org/name/Gate']

async function announced() {
  const clock = startClock({ host: { now: () => 1_800_000_000_000, monotonic: () => 0 } })
  const network = fakeNetwork()
  const opened = await openWsDiscovery({
    endpoint: ENDPOINT,
    xaddr: 'http://198.51.100.1:8080/onvif/device_service',
    scopes: SCOPES,
    place: { address: '198.51.100.1', subnetMask: '255.255.255.0' },
    clock,
    log: openLog('silent'),
    join: network.join,
  })
  async function advance(milliseconds: number): Promise<void> {
    await setImmediate()
    await clock.advance(milliseconds)
    await setImmediate()
  }
  const sent = () => network.sent.splice(0).map(({ bytes, to }) => ({ text: bytes.toString(), to }))
  await advance(1000)
  const hello = sent()
  const shout = async (text: string) => {
    network.shout(Buffer.from(text), ASKER, 40_000)
    await advance(600)
    return sent()
  }
  return { opened, hello, shout, sent, advance, network }
}

const WSD = 'http://schemas.xmlsoap.org/ws/2005/04/discovery'
let messages = 0
const envelope = (body: string, id = `urn:uuid:${(messages += 1)}`) =>
  `<?xml version="1.0"?><Envelope xmlns="http://www.w3.org/2003/05/soap-envelope" xmlns:dn="http://www.onvif.org/ver10/network/wsdl"><Header><wsa:MessageID xmlns:wsa="http://schemas.xmlsoap.org/ws/2004/08/addressing">${id}</wsa:MessageID></Header><Body>${body}</Body></Envelope>`
const probe = (types = '', scopes = '', rule = 'rfc3986') =>
  envelope(
    `<Probe xmlns="${WSD}"><Types>${types}</Types><Scopes MatchBy="${WSD}/${rule}">${scopes}</Scopes></Probe>`,
  )
const resolve = (address: string) =>
  envelope(
    `<Resolve xmlns="${WSD}"><a:EndpointReference xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing"><a:Address>${address}</a:Address></a:EndpointReference></Resolve>`,
  )

test('it says hello and goodbye to everybody, twice each', async () => {
  const { hello, opened, sent } = await announced()
  expect(hello).toHaveLength(2)
  expect(hello[0]?.to).toBe('239.255.255.250')
  expect(hello[0]?.text).toContain(
    '<a:Action>http://schemas.xmlsoap.org/ws/2005/04/discovery/Hello</a:Action>',
  )
  expect(hello[0]?.text).toContain('<d:MetadataVersion>1800000000</d:MetadataVersion>')
  await opened.close()
  const bye = sent()
  expect(bye).toHaveLength(2)
  expect(bye[0]?.text).toContain(`<d:Bye><a:EndpointReference><a:Address>${ENDPOINT}`)
})

test('a probe is answered to its sender, with address, types and scopes', async () => {
  const { shout } = await announced()
  const [answer, second] = await shout(probe('dn:NetworkVideoTransmitter'))
  expect(second).toBeUndefined()
  expect(answer?.to).toBe(ASKER)
  expect(answer?.text).toMatch(/<a:RelatesTo>urn:uuid:\d+<\/a:RelatesTo>/)
  expect(answer?.text).toContain(
    '<d:XAddrs>http://198.51.100.1:8080/onvif/device_service</d:XAddrs>',
  )
  expect(answer?.text).toContain(`<d:Scopes>${SCOPES.join(' ')}</d:Scopes>`)
})

test.each([
  ['any device', probe(), 1],
  ['a scope above ours', probe('', 'onvif://www.onvif.org/type'), 1],
  ['a host in capitals', probe('', 'ONVIF://www.ONVIF.org/type/'), 1],
  ['exactly our scope', probe('', SCOPES[1], 'strcmp0'), 1],
  ['exactly a scope above ours', probe('', 'onvif://www.onvif.org/name', 'strcmp0'), 0],
  ['our scope by an unknown rule', probe('', SCOPES[1], 'ldap'), 0],
  ['a path in capitals', probe('', 'onvif://www.onvif.org/TYPE'), 0],
  ['our endpoint', resolve(ENDPOINT), 1],
  ['a printer', probe('dn:Printer'), 0],
  ['a type of an unknown prefix', probe('xx:NetworkVideoTransmitter'), 0],
  ['another scope', probe('', 'onvif://www.onvif.org/name/Yard'), 0],
  ['the beginning of a word of a scope', probe('', 'onvif://www.onvif.org/name/Ga'), 0],
  ['another endpoint', resolve('urn:uuid:other'), 0],
  ['no XML', 'M-SEARCH * HTTP/1.1', 0],
  ['a document type', `<!DOCTYPE x><x/>${probe()}`, 0],
  ['what is too long', probe('', 'x'.repeat(9000)), 0],
])('who asks for %s is answered only if the device is that', async (_, text, count) => {
  const { shout } = await announced()
  expect(await shout(text)).toHaveLength(count)
})

test('a message that is too long as a whole, or has a long id, is not answered', async () => {
  const { shout } = await announced()
  expect(await shout(`${probe()}${' '.repeat(8192)}`)).toHaveLength(0)
  expect(await shout(envelope(`<Probe xmlns="${WSD}"/>`, `urn:${'x'.repeat(253)}`))).toHaveLength(0)
})

test('answers that wait are bounded, and so are the messages that are remembered', async () => {
  const { network, advance, sent, shout } = await announced()
  const flood = async (count: number) => {
    for (let at = 0; at < count; at += 1) network.shout(Buffer.from(probe()), ASKER, 40_000)
    await advance(600)
    return sent()
  }
  expect(await flood(60)).toHaveLength(50)
  const first = envelope(`<Probe xmlns="${WSD}"/>`, 'urn:first')
  expect(await shout(first)).toHaveLength(1)
  for (let round = 0; round < 4; round += 1) expect(await flood(50)).toHaveLength(50)
  expect(await shout(first)).toHaveLength(1)
})

test('a repeated probe is answered once', async () => {
  const { shout } = await announced()
  const text = probe()
  expect(await shout(text)).toHaveLength(1)
  expect(await shout(text)).toHaveLength(0)
})
