import { listDefinitions } from '@lintel/contract/calls/parameter-definitions'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { parameterService } from './parameters.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([parameterService])
  device.makeAccounts()
})
afterEach(() => device.close())

const ask = (query: string, as = 'root') =>
  device.fetch(`/axis-cgi/param.cgi?action=listdefinitions&listformat=xmlschema${query}`, { as })

const definitionsOf = async (group: string, as = 'root') => {
  const text = await (await ask(`&group=${group}`, as)).text()
  return listDefinitions.format.decode(text).parameters
}

test('the definitions of a group are XML as recorded, with the product’s name and firmware (DEVICE-25)', async () => {
  const answer = await ask('&group=AudioSource.A0.MicrophonePower')
  expect(answer.headers.get('content-type')).toBe('text/xml; charset=iso-8859-1')
  expect(await answer.text()).toBe(`<?xml version="1.0" encoding="iso-8859-1" ?>
<parameterDefinitions
xmlns="http://www.axis.com/ParameterDefinitionsSchema"
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
xsi:schemaLocation="http://www.axis.com/ParameterDefinitionsSchema http://127.0.0.1/pub/parameterdefinitions.xsd"
version="1.0">
  <model>AXIS A8307-E</model>
  <firmwareVersion>9.80.3</firmwareVersion>
  <group name="root">
    <group name="AudioSource">
      <group name="A0">
        <parameter name="MicrophonePower" value="no" securityLevel="7744" niceName="Microphone power">
          <type><bool true="yes" false="no" /></type>
        </parameter>
      </group>
    </group>
  </group>
</parameterDefinitions>
`)
})

test('the gains of a product are listed as values of an enum, softest first (DEVICE-25, AUDIO-14)', async () => {
  const [gain] = await definitionsOf('AudioSource.A0.InputGain')
  const values = gain?.type.kind === 'enum' ? gain.type.entries.map(({ value }) => value) : []
  expect(values.slice(0, 3)).toEqual(['mute', '-34.5', '-33'])
  expect(values.at(-1)).toBe('12')
})

test('names and values keep the spelling of abbreviations', async () => {
  const definitions = await definitionsOf(
    'Network.IPv6.DHCPv6,Network.DNSServer1,SNMP.V2c,SNMP.V1ReadCommunity,Network.HTTP.DigestAlgorithm',
  )
  expect(definitions.map(({ niceName }) => niceName)).toEqual([
    'DHCPv6',
    'DNS server 1',
    'V2c',
    'V1 read community',
    'Digest algorithm',
  ])
  const type = definitions.at(-1)?.type
  expect(type?.kind === 'enum' && type.entries.map(({ niceValue }) => niceValue)).toEqual([
    'MD5',
    'SHA-256',
    'SHA-256, MD5',
  ])
})

test('each parameter has its type and access rights, and no secret', async () => {
  device.parameters.set({ 'root.RemoteService.ProxyPassword': 'geheim' })
  const definitions = await definitionsOf(
    'root.Image.I0.Appearance.Compression,RemoteService.ProxyPassword,Properties.PTZ,Network.HostName',
  )
  expect(
    definitions.map(({ name, value, securityLevel, niceName, type, marks }) => [
      name,
      value,
      securityLevel,
      niceName,
      type,
      marks,
    ]),
  ).toEqual([
    [
      'root.Image.I0.Appearance.Compression',
      '30',
      '7714',
      'Compression',
      { kind: 'int', min: 0, max: 100 },
      [],
    ],
    [
      'root.RemoteService.ProxyPassword',
      '*****',
      '7766',
      'Proxy password',
      { kind: 'password', maxlen: 64 },
      ['writeonly'],
    ],
    ['root.Properties.PTZ.PTZ', 'no', '7717', 'PTZ', expect.anything(), ['readonly']],
    [
      'root.Network.HostName',
      'axis-accc8e012345',
      expect.stringMatching(/^77/),
      'Host name',
      expect.objectContaining({ kind: 'string' }),
      [],
    ],
  ])
})

test('callers get the definitions they may read, and a missing group is an error', async () => {
  const names = async (as: string) => {
    const text = await (await ask('', as)).text()
    return listDefinitions.format.decode(text).parameters.map(({ name }) => name)
  }
  const [all, some] = [await names('root'), await names('view')]
  expect(all).toContain('root.RemoteService.ProxyPassword')
  expect(some).toContain('root.Brand.ProdNbr')
  expect(some).not.toContain('root.RemoteService.ProxyPassword')
  const absent = await ask('&group=No.Such')
  expect(await absent.text()).toBe("# Error: Error -1 getting param in group 'No.Such'\n")
  // Protects XML parsers.
  expect(absent.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect((await ask('&group=RemoteService', 'view')).status).toBe(200)
  expect(await (await ask('&group=RemoteService', 'view')).text()).toMatch(/^# Error: /)
})
