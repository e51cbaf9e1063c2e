import { expect, onTestFinished, test } from 'vitest'
import type { ParameterChanges } from '@lintel/contract/parameters/all'
import { sendSoap } from '../testing/soap.ts'
import { openTestDevice } from '../testing/test-device.ts'
import { onvifDeviceService } from './device-service.ts'
import { onvifMediaService } from './media-service.ts'

async function open(services = [onvifDeviceService, onvifMediaService]) {
  const device = await openTestDevice(services)
  onTestFinished(() => device.close())
  device.makeAccounts()
  const ask = async (body: string) => (await sendSoap(device, body)).body
  const set = (values: ParameterChanges) => device.parameters.set(values)
  return { device, ask, set }
}

const categories = (...names: string[]) =>
  `<tds:GetCapabilities>${names.map((name) => `<tds:Category>${name}</tds:Category>`).join('')}</tds:GetCapabilities>`

test('capabilities are those of the categories that were asked for, or all', async () => {
  const { ask } = await open()
  const found = async (...names: string[]) =>
    Array.from(
      (await ask(categories(...names))).matchAll(/<tt:(Device|Events|Media)>/g),
      ([, name]) => name,
    )
  expect(await found()).toEqual(['Device', 'Events', 'Media'])
  expect(await found('All')).toEqual(['Device', 'Events', 'Media'])
  expect(await found('Media')).toEqual(['Media'])
  expect(await found('PTZ')).toEqual([])
})

test('only services that the device has are announced', async () => {
  const services =
    '<tds:GetServices><tds:IncludeCapability>false</tds:IncludeCapability></tds:GetServices>'
  const media = 'http://www.onvif.org/ver10/media/wsdl</tds:Namespace>'
  const { ask } = await open()
  expect(await ask(services)).toContain(media)
  const { ask: askBlind } = await open([onvifDeviceService])
  const answer = await askBlind(services)
  expect(answer).toContain('http://www.onvif.org/ver10/events/wsdl</tds:Namespace>')
  expect(answer).not.toContain(media)
})

test('the address tells where it comes from, and how long its network is', async () => {
  const { device, ask, set } = await open()
  const at = `<tt:Address>${device.network.place().address}</tt:Address><tt:PrefixLength>8</tt:PrefixLength>`
  set({ 'root.Network.BootProto': 'dhcp' })
  expect(await ask('<tds:GetNetworkInterfaces/>')).toContain(
    `<tt:Config><tt:FromDHCP>${at}</tt:FromDHCP><tt:DHCP>true</tt:DHCP></tt:Config>`,
  )
  set({ 'root.Network.BootProto': 'none' })
  expect(await ask('<tds:GetNetworkInterfaces/>')).toContain(
    `<tt:Config><tt:Manual>${at}</tt:Manual><tt:DHCP>false</tt:DHCP></tt:Config>`,
  )
})

test('whether the device announces itself is set and read', async () => {
  const { device, ask } = await open()
  await ask(
    '<tds:SetDiscoveryMode><tds:DiscoveryMode>NonDiscoverable</tds:DiscoveryMode></tds:SetDiscoveryMode>',
  )
  expect(device.parameters.get('root.WebService.DiscoveryMode.Discoverable')).toBe(false)
  expect(await ask('<tds:GetDiscoveryMode/>')).toContain('>NonDiscoverable<')
})
