import { expect, test } from 'vitest'
import {
  checkRemote,
  effectiveRemote,
  remoteIn,
  remoteParameters,
  sameRemote,
} from './remote-values.ts'
import type { RemoteValues } from './remote-values.ts'

const NAMES = { ProxyServer: '', ProxyPort: '3128', ProxyLogin: '', ProxyPassword: '******' }

const stored = (Enabled: string, more: Partial<typeof NAMES> = {}, ProxyAuth = 'auto') =>
  remoteIn(
    new Map(
      Object.entries({ ...NAMES, ...more, Enabled, ProxyAuth }).map(([name, value]) => [
        `root.RemoteService.${name}`,
        value,
      ]),
    ),
  )

test.each([
  ['no', false, 'oneclick'],
  ['oneclick', true, 'oneclick'],
  ['yes', true, 'yes'],
])('Enabled %s allows it: %s, by %s (AVHS-03, OPEN-105)', (enabled, allowAvhs, connect) => {
  const values = stored(enabled)
  expect(values).toMatchObject({ allowAvhs, connect })
  expect(remoteParameters(values)['root.RemoteService.Enabled']).toBe(enabled)
})

test('the settings are read and written by their parameters, the password only if typed (AVHS-02, AVHS-05, DEVICE-30)', () => {
  const before = stored('yes', { ProxyServer: 'proxy.example.com', ProxyLogin: 'door' }, 'digest')
  expect(before).toMatchObject({
    host: 'proxy.example.com',
    port: '3128',
    password: '',
    auth: 'digest',
  })
  expect(remoteParameters(before)).toEqual({
    'root.RemoteService.Enabled': 'yes',
    'root.RemoteService.ProxyServer': 'proxy.example.com',
    'root.RemoteService.ProxyPort': '3128',
    'root.RemoteService.ProxyLogin': 'door',
    'root.RemoteService.ProxyAuth': 'digest',
  })
  expect(remoteParameters({ ...before, password: 'sesame' })).toMatchObject({
    'root.RemoteService.ProxyPassword': 'sesame',
  })
  expect(remoteParameters({ ...before, removePassword: true })).toMatchObject({
    'root.RemoteService.ProxyPassword': '',
  })
})

test.each<[Partial<RemoteValues>, string[]]>([
  [{ host: 'http://proxy' }, ['host']],
  [{ port: '0' }, ['port']],
  [{ port: '65536' }, ['port']],
  [{ port: 'web' }, ['port']],
  [{ username: 'x'.repeat(65), password: 'y'.repeat(65) }, ['username', 'password']],
  [{ host: ' 192.0.2.7 ', port: ' 8080 ' }, []],
  [{ allowAvhs: false, port: 'web' }, []],
])('%o: what is wrong is said at %j', (change, fields) => {
  expect(Object.keys(checkRemote({ ...stored('yes'), ...change }))).toEqual(fields)
})

test('what is typed into hidden fields is not stored', () => {
  const before = stored('yes', { ProxyServer: 'proxy.example.com' })
  const off = effectiveRemote({ ...before, allowAvhs: false, host: '?', password: 'x' }, before)
  expect(remoteParameters(off)).toMatchObject({
    'root.RemoteService.Enabled': 'no',
    'root.RemoteService.ProxyServer': 'proxy.example.com',
  })
  expect(remoteParameters(off)).not.toHaveProperty(['root.RemoteService.ProxyPassword'])
  // The device doesn't keep how it connects when it is allowed again.
  expect(sameRemote(off, stored('no', { ProxyServer: 'proxy.example.com' }))).toBe(true)
  expect(sameRemote(before, stored('oneclick', { ProxyServer: 'proxy.example.com' }))).toBe(false)
})
