import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { openLog } from '../../log.ts'
import { openAdvertiser } from './ssdp.ts'
import { fakeNetwork } from './testing/fake-group.ts'
import { DEVICE_TYPE } from './upnp-device.ts'

const ASKER = '198.51.100.9'
const UDN = 'uuid:00000000-0000-5000-8000-000000000000'

async function advertiser() {
  const clock = startClock({ host: { now: () => 1_800_000_000_000, monotonic: () => 0 } })
  const network = fakeNetwork()
  const opened = await openAdvertiser({
    location: 'http://198.51.100.1:8080/rootdesc1.xml',
    udn: UDN,
    place: { address: '198.51.100.1', subnetMask: '255.255.255.0' },
    clock,
    log: openLog('silent'),
    join: network.join,
  })
  const sentMessages = () =>
    network.sent.splice(0).map(({ bytes, to }) => ({ text: bytes.toString(), to }))
  const search = (...headers: string[]) =>
    network.shout(
      Buffer.from(`M-SEARCH * HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`),
      ASKER,
      40_000,
    )
  /** Lets pending work set its timers first. */
  async function advance(milliseconds: number): Promise<void> {
    await setImmediate()
    await clock.advance(milliseconds)
  }
  return { advance, opened, sentMessages, search }
}

const valueOf = (text: string, name: string) => new RegExp(`^${name}: (.*)\r$`, 'm').exec(text)?.[1]

test('it announces each of its three names twice, and again before the announcement expires', async () => {
  const { advance, opened, sentMessages } = await advertiser()
  await advance(1000)
  const all = sentMessages()
  expect(all.map(({ text }) => valueOf(text, 'NT'))).toEqual([
    'upnp:rootdevice',
    UDN,
    DEVICE_TYPE,
    'upnp:rootdevice',
    UDN,
    DEVICE_TYPE,
  ])
  expect(all[0]?.text.split('\r\n')).toEqual([
    'NOTIFY * HTTP/1.1',
    'HOST: 239.255.255.250:1900',
    'CACHE-CONTROL: max-age=1800',
    'LOCATION: http://198.51.100.1:8080/rootdesc1.xml',
    expect.stringMatching(/^SERVER: \S+\/\S+ UPnP\/1\.1 Lintel\/1\.0$/),
    'NT: upnp:rootdevice',
    'NTS: ssdp:alive',
    `USN: ${UDN}::upnp:rootdevice`,
    'BOOTID.UPNP.ORG: 1800000000',
    'CONFIGID.UPNP.ORG: 1',
    '',
    '',
  ])
  await advance(800_000)
  expect(sentMessages().length).toBeGreaterThanOrEqual(3)
  await opened.close()
  const last = sentMessages()
  expect(last.map(({ text }) => valueOf(text, 'NTS'))).toEqual(
    Array.from({ length: 6 }, () => 'ssdp:byebye'),
  )
  expect(last.some(({ text }) => text.includes('LOCATION'))).toBe(false)
})

test.each([
  ['ssdp:all', 3],
  ['upnp:rootdevice', 1],
  [UDN, 1],
  [DEVICE_TYPE, 1],
  ['urn:schemas-upnp-org:device:Printer:1', 0],
])('a search for %s gets %i unicast answers within its delay', async (target, count) => {
  const { advance, opened, sentMessages, search } = await advertiser()
  await advance(1000)
  sentMessages()
  search('HOST: 239.255.255.250:1900', 'man: "ssdp:discover"', 'mx: 2', `st: ${target}`)
  await advance(2000)
  const answers = sentMessages()
  expect(answers).toHaveLength(count)
  for (const { text, to } of answers) {
    expect(to).toBe(ASKER)
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(valueOf(text, 'LOCATION')).toBe('http://198.51.100.1:8080/rootdesc1.xml')
    expect(text).toContain('\r\nEXT:\r\n')
  }
  await opened.close()
})

test('anything else gets no answer', async () => {
  const { advance, opened, sentMessages, search } = await advertiser()
  await advance(1000)
  sentMessages()
  search('ST: ssdp:all', 'MX: 1')
  search('MAN: "ssdp:discover"', 'MX: 1')
  search()
  await advance(10_000)
  expect(sentMessages()).toEqual([])
  await opened.close()
})
