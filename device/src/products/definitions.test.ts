import { firmwareStatus } from '@lintel/contract/calls/firmware'
import { readdirSync } from 'node:fs'
import { LANGUAGES } from '@lintel/contract/languages'
import { PRODUCTS, productCalled } from '@lintel/contract/products/products'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parameterService } from '../services/parameters/parameters.ts'
import { openTestDevice } from '../services/testing/test-device.ts'
import type { TestDevice } from '../services/testing/test-device.ts'
import { fits } from '../state/definition.ts'
import { definitionsOf } from './definitions.ts'

type Values = Record<string, string>

/** An administrator's list of these groups. */
async function listed(device: TestDevice, ...groups: string[]): Promise<Values> {
  const group = encodeURIComponent(groups.join(','))
  const text = await device.text(`/axis-cgi/param.cgi?action=list&group=${group}`, { as: 'root' })
  return Object.fromEntries(
    text
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

const update = (device: TestDevice, name: string, value: string) =>
  device.text(`/axis-cgi/param.cgi?action=update&${name}=${encodeURIComponent(value)}`, {
    as: 'root',
  })

/** A device of this product for the tests of a block. */
function deviceFor(number: string): () => TestDevice {
  let device: TestDevice | undefined
  beforeAll(async () => {
    device = await openTestDevice([parameterService], undefined, productCalled(number))
    device.makeAccounts()
  })
  afterAll(() => device?.close())
  return () => {
    if (!device) throw new Error('no device')
    return device
  }
}

test('every parameter that the contract declares belongs to some product', async () => {
  const folder = new URL('../../../contract/src/parameters/', import.meta.url)
  const files = readdirSync(folder).filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map(
      async (file) => (await import(new URL(file, folder).href)) as Record<string, unknown>,
    ),
  )
  const declared = modules
    .flatMap((module) => Object.values(module))
    .flatMap((value) => (typeof value === 'object' && value !== null ? Object.keys(value) : []))
    .filter((name) => name.startsWith('root.'))
  const had = new Set(PRODUCTS.flatMap((product) => definitionsOf(product)).map(({ name }) => name))
  expect(declared.length).toBeGreaterThan(100)
  expect(declared.filter((name) => !had.has(name))).toEqual([])
})

test('the outputs of a door controller are its doors, those of a door station have the numbers of their ports', () => {
  const outputsOf = (number: string) =>
    definitionsOf(productCalled(number)).flatMap(({ name, value }) =>
      /^root\.IOPort\.I[23]\.Output\.Name$/.test(name) && 'factory' in value
        ? [value.factory('ACCC8E012345')]
        : [],
    )
  expect(outputsOf('A1601')).toEqual(['Door 1', 'Door 2'])
  expect(outputsOf('A8307-E')).toEqual(['Output 3', 'Output 4'])
})

describe.each(PRODUCTS.map(({ number }) => number))('%s', (number) => {
  const product = productCalled(number)
  const device = deviceFor(number)

  test('every factory value is valid, and every name is unique', () => {
    const definitions = definitionsOf(product)
    const names = definitions.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { name, type, value } of definitions) {
      if ('factory' in value && type.kind !== 'password') {
        expect(fits(type, value.factory('ACCC8E012345')), name).toBe(true)
      }
    }
  })

  test('it lists what it is (SHELL-08, DEVICE-31)', async () => {
    expect(await listed(device(), 'root.Brand', 'root.Properties')).toMatchObject({
      'root.Brand.ProdNbr': number,
      'root.Brand.ProdShortName': product.brand.shortName,
      'root.Brand.ProdFullName': product.brand.fullName,
      'root.Brand.ProdType': product.brand.type,
      'root.Properties.System.HardwareID': product.hardwareId,
      'root.Properties.System.Language': 'English',
      'root.Properties.ApiDiscovery.ApiDiscovery': 'yes',
      'root.Properties.FirmwareManagement.Version': firmwareStatus.answersWith,
      'root.Properties.API.Metadata.Metadata': product.camera ? 'yes' : 'no',
      'root.Properties.API.Metadata.Version': '1.0',
    })
  })

  test('the network and the time have the parameters that consoles use (DEVICE-26, DEVICE-27)', async () => {
    const values = await listed(device(), 'root.Network', 'root.Time')
    expect(values).toMatchObject({
      'root.Network.BootProto': 'dhcp',
      'root.Network.IPAddress': '192.168.0.90',
      'root.Network.SubnetMask': '255.255.255.0',
      'root.Network.HostName': expect.stringMatching(/^[a-z0-9-]+-accc8e012345$/),
      'root.Network.Resolver.ObtainFromDHCP': 'yes',
      'root.Network.DomainName': '',
      'root.Network.DNSServer1': '0.0.0.0',
      'root.Network.DNSServer2': '0.0.0.0',
      'root.Network.UPnP.Enabled': 'yes',
      'root.Network.Bonjour.Enabled': 'yes',
      'root.Network.Bonjour.FriendlyName': `${product.brand.shortName} - ACCC8E012345`,
      'root.Network.VolatileHostName.ObtainFromDHCP': 'yes',
      'root.Time.SyncSource': 'NTP',
      'root.Time.NTP.Server': '0.0.0.0',
      'root.Time.NTP.VolatileServer': '0.0.0.0',
    })
    expect(values['root.Network.DefaultRouter']).toMatch(/^[\d.]+$/)
    expect(values['root.Time.ObtainFromDHCP']).toMatch(/^(yes|no)$/)
  })

  test('missing features have no parameters, and ports are counted (DEVICE-28, DEVICE-32)', async () => {
    const values = await listed(
      device(),
      'root.SNMP',
      'root.Input',
      'root.Output',
      'root.IOPort',
      'root.Image',
      'root.Network.IPv6',
      'root.Storage',
      'root.Audio',
      'root.AudioSource',
      'root.MediaClip',
      'root.Properties',
      'root.Tampering',
    )
    const has = (start: string) => Object.keys(values).some((name) => name.startsWith(start))
    const { inputs, outputs, fixed } = product.ports
    expect(values).toMatchObject({
      'root.SNMP.V1ReadCommunity': 'public',
      'root.SNMP.Trap.T0.Community': 'public',
      'root.Input.NbrOfInputs': String(inputs),
      'root.Output.NbrOfOutputs': String(outputs),
      'root.Properties.PTZ.PTZ': product.ptz ? 'yes' : 'no',
      'root.Properties.Audio.Audio': product.audio ? 'yes' : 'no',
    })
    const ports = Array.from({ length: inputs + outputs }, (_, port) => [
      values[`root.IOPort.I${port}.Direction`],
      values[`root.IOPort.I${port}.Configurable`],
    ])
    expect(ports).toEqual(
      Array.from({ length: inputs + outputs }, (_, port) => [
        port < inputs ? 'input' : 'output',
        fixed.includes(port) ? 'no' : 'yes',
      ]),
    )
    expect(has(`root.IOPort.I${inputs + outputs}.`)).toBe(false)
    expect(has('root.Image.I0.')).toBe(product.camera)
    expect(has('root.Properties.Image.')).toBe(product.camera)
    expect(has('root.Network.IPv6.')).toBe(product.ipv6)
    expect(has('root.Storage.S0.')).toBe(product.sdCard)
    expect(has('root.Storage.S1.')).toBe(true)
    expect(has('root.Audio.')).toBe(product.audio !== undefined)
    expect(has('root.MediaClip.')).toBe(product.audio !== undefined)
    expect(has('root.AudioSource.A0.InputGain')).toBe(product.audio?.input !== undefined)
    expect(has('root.AudioSource.A0.AlarmLevel')).toBe(product.audio?.input !== undefined)
    expect(has('root.Tampering.T0.')).toBe(product.camera)
    expect(has('root.AudioSource.A0.OutputGain')).toBe(product.audio?.output !== undefined)
    const { lineOutGain = false, telecoilOutGain = false } = product.capabilities ?? {}
    expect(has('root.AudioSource.A0.LineOutGain')).toBe(lineOutGain)
    expect(has('root.AudioSource.A0.TelecoilOutGain')).toBe(telecoilOutGain)
  })

  test('gains and inputs are those that the product has (AUDIO-05, AUDIO-14)', () => {
    const valuesOf = (name: string) => {
      const full = `root.AudioSource.A0.${name}`
      const type = definitionsOf(product).find((definition) => definition.name === full)?.type
      return type?.kind === 'enum' ? type.values : undefined
    }
    const { input, output } = product.audio ?? {}
    expect(valuesOf('InputType')).toEqual(input?.types)
    const inputGains = valuesOf('InputGain') ?? []
    expect([inputGains[0], inputGains[1], inputGains.at(-1)]).toEqual(
      input ? ['mute', '-34.5', '12'] : [undefined, undefined, undefined],
    )
    const outputGains = valuesOf('OutputGain') ?? []
    const [softest, loudest] = [-72, product.number === 'C1410' ? 0 : 24]
    expect([outputGains[0], outputGains[1], outputGains.at(-1)]).toEqual(
      output ? ['mute', `${softest}`, `${loudest}`] : [undefined, undefined, undefined],
    )
    const stepsOf = ([, ...gains]: readonly string[]) =>
      new Set(gains.slice(1).map((gain, index) => Number(gain) - Number(gains[index])))
    expect(stepsOf(inputGains)).toEqual(new Set(input ? [1.5] : []))
    expect(stepsOf(outputGains)).toEqual(new Set(output ? [1] : []))
    for (const name of ['LineOutGain', 'TelecoilOutGain']) {
      const gains = valuesOf(name)
      if (!gains) continue
      expect(gains).toEqual(['inherit', ...outputGains])
      const full = `root.AudioSource.A0.${name}`
      const value = definitionsOf(product).find((definition) => definition.name === full)?.value
      expect(value && 'factory' in value && value.factory('')).toBe('inherit')
    }
  })

  test('every language of the interface is accepted', () => {
    for (const { name } of LANGUAGES) {
      const { type } = definitionsOf(product).find(
        (definition) => definition.name === 'root.Properties.System.Language',
      ) ?? { type: { kind: 'bool' } }
      expect(fits(type, name), name).toBe(true)
      expect(fits(type, name.toLowerCase()), name).toBe(false)
    }
  })
})

describe('A8307-E', () => {
  const device = deviceFor('A8307-E')

  test('a port is set by its parameters, which accept only valid values (DEVICE-29)', async () => {
    const port = Object.values(await listed(device(), 'root.IOPort.I0'))
    expect(port.length).toBeGreaterThan(5)
    expect(await update(device(), 'IOPort.I0.Input.Name', 'Door contact')).toBe('OK\n')
    expect(await update(device(), 'IOPort.I0.Input.Trig', 'ajar')).toContain('# Error')
    expect(await listed(device(), 'IOPort.I0.Input')).toEqual({
      'root.IOPort.I0.Input.Name': 'Door contact',
      'root.IOPort.I0.Input.Trig': 'closed',
    })
    expect(await update(device(), 'IOPort.I3.Direction', 'input')).toContain('# Error')
    expect(Object.keys(await listed(device(), 'root.IOPort.I2'))).toEqual(
      expect.arrayContaining([
        'root.IOPort.I2.Direction',
        'root.IOPort.I2.Usage',
        'root.IOPort.I2.Output.Name',
        'root.IOPort.I2.Output.Active',
      ]),
    )
  })

  test('the remote service is read and written, except that its password can’t be read (DEVICE-30)', async () => {
    for (const [name, value] of [
      ['Enabled', 'oneclick'],
      ['ProxyServer', 'proxy.example.com'],
      ['ProxyPort', '3129'],
      ['ProxyLogin', 'door'],
      ['ProxyPassword', 'se=cret'],
      ['ProxyAuth', 'digest'],
    ] as const) {
      expect(await update(device(), `root.RemoteService.${name}`, value), name).toBe('OK\n')
    }
    expect(await listed(device(), 'root.RemoteService')).toMatchObject({
      'root.RemoteService.Enabled': 'oneclick',
      'root.RemoteService.ProxyServer': 'proxy.example.com',
      'root.RemoteService.ProxyPort': '3129',
      'root.RemoteService.ProxyLogin': 'door',
      'root.RemoteService.ProxyPassword': '******',
      'root.RemoteService.ProxyAuth': 'digest',
    })
  })

  test('the servers of the remote service may have ports (NET-20)', async () => {
    const set = (value: string) => update(device(), 'root.RemoteService.ServerList', value)
    expect(await set('one.example:8443, [2001:db8::1]:443,192.0.2.1')).toBe('OK\n')
    expect(await set('one.example,two.example:70000')).toContain('Error')
    expect((await listed(device(), 'root.RemoteService'))['root.RemoteService.ServerList']).toBe(
      'one.example:8443, [2001:db8::1]:443,192.0.2.1',
    )
  })

  test('pictures and IPv6 are listed (DEVICE-26, DEVICE-32)', async () => {
    const values = await listed(
      device(),
      'root.Properties.Image.Resolution',
      'root.Image',
      'root.Network.IPv6',
    )
    expect(values).toMatchObject({
      'root.Image.I0.Appearance.Resolution': '640x360',
      'root.Network.IPv6.Enabled': 'yes',
      'root.Network.IPv6.DHCPv6': 'auto',
    })
    expect(values['root.Properties.Image.Resolution']?.split(',')).toContain('1280x720')
  })

  test('retention and mount options are set with OK, and the clip size is listed (DEVICE-33, DEVICE-34)', async () => {
    expect(await update(device(), 'Storage.S0.CleanupMaxAge', '30')).toBe('OK\n')
    expect(await update(device(), 'root.Storage.S1.ExtraMountOptions', 'vers=2.0')).toBe('OK\n')
    expect(
      await listed(
        device(),
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
})
