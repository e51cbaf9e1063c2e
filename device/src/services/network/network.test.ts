import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { networkService } from './network.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([networkService])
  device.makeAccounts()
})
afterEach(() => device.close())

const ping = (ip: string, as = 'view') =>
  device.fetch(`/axis-cgi/pingtest.cgi?ip=${encodeURIComponent(ip)}`, { as })

test('an address that answers is in use, one that does not is free, in the recorded form (DEVICE-48, NET-24)', async () => {
  const taken = await ping('127.0.0.2')
  expect(taken.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await taken.text()).toBe('got response\n')
  expect(await (await ping('192.0.2.254')).text()).toBe('no response\n')
})

test('anything but the address of one device is refused with a reason', async () => {
  for (const wrong of ['', 'gate', '::1', '255.255.255.255', '127.0.0.1;reboot']) {
    const answer = await ping(wrong)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toBe('Error: The address is not the IPv4 address of one device.\n')
  }
  expect(await device.text('/axis-cgi/pingtest.cgi', { as: 'view' })).toContain('Error: ')
})

test('UPnP control points read the device’s description at whatever address they use', async () => {
  device.parameters.set({ 'root.Network.UPnP.FriendlyName': 'Gate <1> & "2"' })
  const answer = await device.fetch('/rootdesc1.xml')
  expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8')
  const text = await answer.text()
  expect(text).toContain(
    '<root xmlns="urn:schemas-upnp-org:device-1-0"><specVersion><major>1</major>',
  )
  expect(text).toContain('<friendlyName>Gate &lt;1&gt; &amp; "2"</friendlyName>')
  expect(text).toContain(`<serialNumber>${device.plugged.serial}</serialNumber>`)
  expect(text).toContain(`<presentationURL>${device.url}/</presentationURL>`)
  expect(text).toMatch(
    /<UDN>uuid:[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}<\/UDN>/,
  )
  device.parameters.set({ 'root.Network.UPnP.Enabled': false })
  expect((await device.fetch('/rootdesc1.xml')).status).toBe(404)
})

test('testing an address needs an account', async () => {
  expect((await device.fetch('/axis-cgi/pingtest.cgi?ip=127.0.0.1')).status).toBe(401)
})
