import { afterAll, beforeAll, expect, test } from 'vitest'
import { parameterService } from '../services/parameters/parameters.ts'
import { openTestDevice } from '../services/testing/test-device.ts'
import type { TestDevice } from '../services/testing/test-device.ts'

let device: TestDevice
beforeAll(async () => {
  device = await openTestDevice([parameterService])
  device.makeAccounts()
})
afterAll(() => device.close())

/** The value of each of these names, as an administrator's list answers it. */
async function valuesOf(...names: string[]): Promise<Record<string, string>> {
  const group = encodeURIComponent(names.join(','))
  const text = await device.text(`/axis-cgi/param.cgi?action=list&group=${group}`, { as: 'root' })
  expect(text).not.toContain('# Error')
  return Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

const update = (name: string, value: string) =>
  device.text(`/axis-cgi/param.cgi?action=update&${name}=${encodeURIComponent(value)}`, {
    as: 'root',
  })

test('the network and the time have the parameters that consoles use (DEVICE-26, DEVICE-27)', async () => {
  const network = await valuesOf('root.Network')
  expect(network).toMatchObject({
    'root.Network.BootProto': 'dhcp',
    'root.Network.IPAddress': '192.168.0.90',
    'root.Network.SubnetMask': '255.255.255.0',
    'root.Network.Resolver.ObtainFromDHCP': 'yes',
    'root.Network.DomainName': '',
    'root.Network.DNSServer1': '0.0.0.0',
    'root.Network.DNSServer2': '0.0.0.0',
    'root.Network.IPv6.DHCPv6': 'auto',
    'root.Network.UPnP.Enabled': 'yes',
    'root.Network.Bonjour.Enabled': 'yes',
    'root.Network.VolatileHostName.ObtainFromDHCP': 'yes',
  })
  expect(network['root.Network.HostName']).toBe('axis-accc8e012345')
  expect(network['root.Network.DefaultRouter']).toMatch(/^[\d.]+$/)
  expect(await valuesOf('root.Time')).toMatchObject({
    'root.Time.ObtainFromDHCP': expect.stringMatching(/^(yes|no)$/),
    'root.Time.SyncSource': 'NTP',
    'root.Time.NTP.Server': '0.0.0.0',
    'root.Time.NTP.VolatileServer': '0.0.0.0',
  })
})

test('SNMP, ports and PTZ are there (DEVICE-28)', async () => {
  const values = await valuesOf(
    'root.SNMP',
    'root.IOPort',
    'root.Input',
    'root.Output',
    'Properties.PTZ.PTZ',
  )
  expect(values).toMatchObject({
    'root.SNMP.V1ReadCommunity': 'public',
    'root.SNMP.Trap.T0.Community': 'public',
    'root.Input.NbrOfInputs': '2',
    'root.Output.NbrOfOutputs': '2',
    'root.Properties.PTZ.PTZ': 'no',
  })
})

test('a port is set by its keys, and takes only what ports know (DEVICE-29)', async () => {
  const port = Object.values(await valuesOf('root.IOPort.I0'))
  expect(port.length).toBeGreaterThan(5)
  expect(await update('IOPort.I0.Input.Name', 'Door contact')).toBe('OK\n')
  expect(await update('IOPort.I0.Input.Trig', 'ajar')).toContain('# Error')
  expect(await valuesOf('IOPort.I0.Input')).toEqual({
    'root.IOPort.I0.Input.Name': 'Door contact',
    'root.IOPort.I0.Input.Trig': 'closed',
  })
  expect(Object.keys(await valuesOf('root.IOPort.I2'))).toEqual(
    expect.arrayContaining([
      'root.IOPort.I2.Direction',
      'root.IOPort.I2.Usage',
      'root.IOPort.I2.Output.Name',
      'root.IOPort.I2.Output.Active',
    ]),
  )
})

test('the remote service is read and written, its password never told (DEVICE-30)', async () => {
  for (const [name, value] of [
    ['Enabled', 'oneclick'],
    ['ProxyServer', 'proxy.example.com'],
    ['ProxyPort', '3129'],
    ['ProxyLogin', 'door'],
    ['ProxyPassword', 'se=cret'],
    ['ProxyAuth', 'digest'],
  ] as const) {
    expect(await update(`root.RemoteService.${name}`, value), name).toBe('OK\n')
  }
  expect(await valuesOf('root.RemoteService')).toMatchObject({
    'root.RemoteService.Enabled': 'oneclick',
    'root.RemoteService.ProxyServer': 'proxy.example.com',
    'root.RemoteService.ProxyPort': '3129',
    'root.RemoteService.ProxyLogin': 'door',
    'root.RemoteService.ProxyPassword': '******',
    'root.RemoteService.ProxyAuth': 'digest',
  })
})

test('identity, language and pictures are told (SHELL-08, DEVICE-31, DEVICE-32)', async () => {
  const values = await valuesOf(
    'root.Brand.ProdNbr',
    'root.Properties.System.Language',
    'root.Properties.Image.Resolution',
    'root.Image',
    'root.Network.IPv6.Enabled',
  )
  expect(values).toMatchObject({
    'root.Brand.ProdNbr': 'A8307-E',
    'root.Properties.System.Language': 'English',
    'root.Image.I0.Appearance.Resolution': '640x480',
    'root.Network.IPv6.Enabled': 'yes',
  })
  expect(values['root.Properties.Image.Resolution']?.split(',')).toContain('1280x720')
})

test('retention and mount options are set with OK, the clip size is told (DEVICE-33, DEVICE-34)', async () => {
  expect(await update('Storage.S0.CleanupMaxAge', '30')).toBe('OK\n')
  expect(await update('root.Storage.S1.ExtraMountOptions', 'vers=2.0')).toBe('OK\n')
  expect(
    await valuesOf(
      'Storage.S0.CleanupMaxAge',
      'Storage.S1.ExtraMountOptions',
      'root.MediaClip.MaxUploadSize',
    ),
  ).toEqual({
    'root.Storage.S0.CleanupMaxAge': '30',
    'root.Storage.S1.ExtraMountOptions': 'vers=2.0',
    'root.MediaClip.MaxUploadSize': expect.stringMatching(/^\d+$/),
  })
})
