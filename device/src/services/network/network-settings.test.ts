import { productCalled } from '@lintel/contract/products/products'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { networkService } from './network.ts'

const PATH = '/axis-cgi/network_settings.cgi'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([networkService])
  device.makeAccounts()
  await device.network.settled()
})
afterEach(() => device.close())

const call = (method: string, params?: object) =>
  device.json(PATH, { apiVersion: '1.0', context: 'c', method, ...(params && { params }) }, 'root')

const get = (name: Parameters<TestDevice['parameters']['get']>[0]) => device.parameters.get(name)

test('the network is described in the recorded form, IEEE 802.1X in that of newer firmware', async () => {
  device.parameters.set({
    'root.Network.Media': '100full',
    'root.Network.HostName': 'gate',
    'root.Network.DNSServer1': '192.0.2.1',
    'root.Network.IPAddress': '192.168.0.90',
    'root.Network.SubnetMask': '255.255.254.0',
    'root.Network.Broadcast': '192.168.1.255',
  })
  const { address, subnetMask, broadcast } = device.network.place()
  expect(subnetMask).toBe('255.0.0.0')
  expect(await call('getNetworkInfo')).toEqual({
    apiVersion: '1.21',
    context: 'c',
    method: 'getNetworkInfo',
    data: {
      system: {
        hostname: { useDhcpHostname: true, hostname: 'gate', staticHostname: 'gate' },
        resolver: {
          useDhcpResolverInfo: true,
          nameServers: [],
          staticNameServers: ['192.0.2.1'],
          maxSupportedStaticNameServers: 2,
          searchDomains: [],
          staticSearchDomains: [],
          maxSupportedStaticSearchDomains: 0,
          domainName: '',
          staticDomainName: '',
        },
      },
      devices: [
        {
          name: 'eth0',
          type: 'wired',
          macAddress: 'ac:cc:8e:01:23:45',
          partOfBridge: '',
          link: true,
          state: 'up',
          staticState: 'up',
          wired: {
            linkMode: '100BaseTX-FD',
            supportedLinkModes: [
              'auto',
              '10BaseT-HD',
              '10BaseT-FD',
              '100BaseTX-HD',
              '100BaseTX-FD',
            ],
            '8021X': {
              enabled: false,
              status: 'Stopped',
              mode: 'WPA-Enterprise-EAPTLS',
              configurations: [
                {
                  mode: 'WPA-Enterprise-EAPTLS',
                  params: { identity: '', eapolVersion: 'EAPoLv1', certClient: '', certsCA: [] },
                },
                {
                  mode: 'WPA-Enterprise-PEAP-MSCHAPv2',
                  params: {
                    identity: '',
                    is_password_set: false,
                    eapolVersion: 'EAPoLv1',
                    peapVersion: 'PEAPv1',
                    label: 1,
                    certsCA: [],
                  },
                },
              ],
              supportedModes: ['WPA-Enterprise-EAPTLS', 'WPA-Enterprise-PEAP-MSCHAPv2'],
            },
          },
          IPv4: {
            enabled: true,
            configurationMode: 'dhcp',
            linkLocalMode: 'fallback',
            addresses: [{ address, prefixLength: 8, origin: 'dhcp', scope: 'host', broadcast }],
            maxSupportedStaticAddressConfigurations: 1,
            staticAddressConfigurations: [
              { address: '192.168.0.90', prefixLength: 23, broadcast: '192.168.1.255' },
            ],
            defaultRouter: '',
            staticDefaultRouter: '192.168.0.1',
            useStaticDHCPFallback: false,
          },
          IPv6: {
            enabled: true,
            addresses: device.network.ipv6().map((text) => ({
              address: text.split('/')[0],
              prefixLength: Number(text.split('/')[1]),
              origin: 'unknown',
              scope: 'host',
            })),
          },
        },
      ],
    },
  })
})

test('names and name servers are set, and what is left out stays', async () => {
  const done = (method: string) => ({ apiVersion: '1.21', context: 'c', method, data: {} })
  expect(await call('setHostnameConfiguration', { staticHostname: 'gate-2' })).toEqual(
    done('setHostnameConfiguration'),
  )
  expect([
    get('root.Network.HostName'),
    get('root.Network.VolatileHostName.ObtainFromDHCP'),
  ]).toEqual(['gate-2', true])
  await call('setHostnameConfiguration', { useDhcpHostname: false })
  expect(get('root.Network.VolatileHostName.ObtainFromDHCP')).toBe(false)
  await call('setResolverConfiguration', {
    useDhcpResolverInfo: false,
    staticNameServers: ['192.0.2.1'],
    staticDomainName: 'example.com',
  })
  expect([
    get('root.Network.Resolver.NameServerList'),
    get('root.Network.DNSServer2'),
    get('root.Network.Resolver.Search'),
  ]).toEqual([['192.0.2.1'], '0.0.0.0', 'example.com'])
})

test('an address is set with mask and broadcast, and DHCP switched off and on', async () => {
  await call('setIPv4AddressConfiguration', {
    deviceName: 'eth0',
    configurationMode: 'static',
    linkLocalMode: 'off',
    staticDefaultRouter: '192.168.4.1',
    staticAddressConfigurations: [{ address: '192.168.5.7', prefixLength: 22 }],
  })
  expect([
    get('root.Network.BootProto'),
    get('root.Network.IPAddress'),
    get('root.Network.SubnetMask'),
    get('root.Network.Broadcast'),
    get('root.Network.DefaultRouter'),
    get('root.Network.ZeroConf.Enabled'),
  ]).toEqual(['none', '192.168.5.7', '255.255.252.0', '192.168.7.255', '192.168.4.1', false])
  await call('setIPv4AddressConfiguration', { deviceName: 'eth0', configurationMode: 'dhcp' })
  expect([get('root.Network.BootProto'), get('root.Network.IPAddress')]).toEqual([
    'dhcp',
    '192.168.5.7',
  ])
  await call('setIPv6AddressConfiguration', { deviceName: 'eth0', enabled: false })
  expect(get('root.Network.IPv6.Enabled')).toBe(false)
})

test.each([
  ['setIPv4AddressConfiguration', { deviceName: 'eth1', configurationMode: 'dhcp' }, 4004],
  ['setIPv4AddressConfiguration', { configurationMode: 'dhcp' }, 4003],
  ['setIPv4AddressConfiguration', { deviceName: 'eth0', enabled: false }, 4004],
  [
    'setIPv4AddressConfiguration',
    { deviceName: 'eth0', staticAddressConfigurations: [{ address: '192.0.2', prefixLength: 24 }] },
    4004,
  ],
  ['setHostnameConfiguration', { staticHostname: '-' }, 4004],
  ['setResolverConfiguration', { staticNameServers: ['1.1.1.1', '8.8.8.8', '9.9.9.9'] }, 4004],
  ['setResolverConfiguration', { staticSearchDomains: ['example.com'] }, 4004],
  ['setResolverConfiguration', { nameServers: ['192.0.2.1'] }, 4004],
  ['setHostnameConfiguration', { staticHostname: 'gate', hostname: 'gate' }, 4004],
  [
    'setIPv4AddressConfiguration',
    { deviceName: 'eth0', configurationMode: 'dhcp', useDHCPStaticRoutes: true },
    4004,
  ],
  [
    'setIPv4AddressConfiguration',
    { deviceName: 'eth0', configurationMode: 'dhcp', useStaticDHCPFallback: true },
    4004,
  ],
  ['setIPv6AddressConfiguration', { deviceName: 'eth0', configurationMode: 'dhcp' }, 4004],
  ['addVlan', { masterDeviceName: 'eth0', VlanId: 4 }, 4000],
  ['setDeviceConfiguration', { deviceName: 'eth0', staticState: 'down' }, 4000],
  ['setWired8021XConfiguration', { deviceName: 'eth0', enabled: true }, 4004],
  ['setWired8021XConfiguration', { deviceName: 'eth0', mode: 'MACsec-PSK' }, 4004],
  ['setGlobalProxyConfiguration', {}, 4000],
])('%s with %j is refused, and nothing changes', async (method, params, code) => {
  const before = device.parameters.list(['root.Network'], ['admin']).values
  expect(await call(method, params)).toMatchObject({ method, error: { code } })
  expect(device.parameters.list(['root.Network'], ['admin']).values).toEqual(before)
})

test('a product without IPv6 neither reports nor takes it', async () => {
  const other = await openTestDevice([networkService], undefined, productCalled('A8105-E'))
  other.makeAccounts()
  const request = { apiVersion: '1.0', method: 'getNetworkInfo' }
  const info = JSON.stringify(await other.json(PATH, request, 'root'))
  expect(info).toContain('"IPv4"')
  expect(info).not.toContain('"IPv6"')
  const params = { deviceName: 'eth0', enabled: true }
  expect(
    await other.json(PATH, { ...request, method: 'setIPv6AddressConfiguration', params }, 'root'),
  ).toMatchObject({ error: { code: 4004 } })
  await other.close()
})
