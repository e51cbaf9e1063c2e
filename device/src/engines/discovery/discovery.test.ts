import { networkInterfaces } from 'node:os'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import { expect, onTestFinished, test } from 'vitest'
import { startClock } from '../../clock/clock.ts'
import { openLog } from '../../log.ts'
import type { GetParameter, ParameterChanges, ParameterName } from '@lintel/contract/parameters/all'
import { productCalled } from '@lintel/contract/products/products'
import { openDiscovery } from './discovery.ts'
import { fakeNetwork } from './testing/fake-group.ts'

/** An address of this computer that others can reach, if it has one. */
const reachable = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)

function device(at: { address: string; netmask: string } | undefined) {
  const { address = '127.0.0.1', netmask: subnetMask = '255.0.0.0' } = at ?? {}
  const values: ParameterChanges = {
    'root.Network.Bonjour.Enabled': true,
    'root.Network.UPnP.Enabled': true,
    'root.WebService.DiscoveryMode.Discoverable': true,
    'root.WebService.DiscoveryMode.Scopes': [],
    'root.Network.Bonjour.FriendlyName': 'Gate',
    'root.Network.UPnP.FriendlyName': 'Gate',
    'root.Network.VolatileHostName.HostName': 'gate',
  }
  const network = fakeNetwork()
  let changed = () => {}
  const discovery = openDiscovery(
    {
      parameters: {
        get: ((name: ParameterName) => values[name]) as GetParameter,
        subscribe(_group, fn) {
          changed = () => fn([], [])
          return () => (changed = () => {})
        },
      },
      network: {
        place: () => ({ address, subnetMask, broadcast: '' }),
        urls: () => ({ http: `http://${address}:8080` }),
        ipv6: () => [],
        settled: () => Promise.resolve(),
      },
      product: productCalled('A8307-E'),
      plugged: { serial: 'ACCC8E012345', world: PLAIN_WORLD },
      clock: startClock(),
      log: openLog('silent'),
    },
    { join: network.join },
  )
  onTestFinished(() => discovery.close())
  const state = async () => {
    await discovery.settled()
    const { bonjour, upnp } = discovery.state()
    return `${bonjour} ${upnp}`
  }
  const set = (changes: ParameterChanges) => {
    Object.assign(values, changes)
    changed()
  }
  return { discovery, state, set, sent: network.sent }
}

test('on loopback it doesn’t announce anything, and its state says so', async () => {
  const { discovery, state, set, sent } = device(undefined)
  expect(await state()).toBe('off off')
  discovery.start()
  expect(await state()).toBe('nowhere nowhere')
  set({ 'root.Network.UPnP.Enabled': false })
  expect(await state()).toBe('nowhere off')
  expect(sent).toEqual([])
})

test('ONVIF clients find it unless that is off, or all discovery is', async () => {
  const { discovery, state, set } = device(undefined)
  const onvif = async () => {
    await state()
    return discovery.state().onvif
  }
  discovery.start()
  expect(await onvif()).toBe('nowhere')
  set({ 'root.Network.UPnP.Enabled': false })
  expect(await onvif()).toBe('nowhere')
  set({ 'root.Network.Bonjour.Enabled': false })
  expect(await onvif()).toBe('off')
  set({ 'root.Network.Bonjour.Enabled': true })
  expect(await onvif()).toBe('nowhere')
  set({ 'root.WebService.DiscoveryMode.Discoverable': false })
  expect(await onvif()).toBe('off')
})

test.skipIf(!reachable)(
  'on a reachable network it follows its switches and the cable, and stops when closed (NET-30)',
  async () => {
    const { discovery, state, set, sent } = device(reachable)
    discovery.start()
    expect(await state()).toBe('on on')
    // By its friendly name, not by its host name.
    await expect.poll(() => sent.some(({ bytes }) => bytes.includes('Gate'))).toBe(true)
    set({ 'root.Network.Bonjour.Enabled': false })
    expect(await state()).toBe('off on')
    discovery.worldChanged({ cable: false })
    expect(await state()).toBe('off nowhere')
    set({ 'root.Network.Bonjour.Enabled': true })
    discovery.worldChanged({ cable: true })
    expect(await state()).toBe('on on')
    await discovery.close()
    expect(await state()).toBe('off off')
  },
)
