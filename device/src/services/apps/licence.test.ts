import { generateKeyPairSync } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeLicence } from '../../engines/apps/licence.ts'
import type { Licence } from '../../engines/apps/licence.ts'
import { appPackage, vendor } from '../../engines/apps/testing/make-package.ts'
import type { AppOptions } from '../../engines/apps/testing/make-package.ts'
import { openAppDevice, SERIAL } from '../testing/app-device.ts'
import type { AppDevice } from '../testing/app-device.ts'

const NOW = Date.UTC(2026, 10, 20, 13, 7, 32)

let open: AppDevice
beforeEach(async () => {
  open = await openAppDevice({}, NOW)
})
afterEach(() => open.device.close())

const install = (options?: AppOptions) => open.upload(appPackage(options))
const status = async () => /Status="(\w+)"/.exec(await open.list())?.[1]
const licence = async () => /License="(\w+)"/.exec(await open.list())?.[1]

describe('a licence key', () => {
  const OWN: Licence = { applicationId: '4711', deviceId: SERIAL, version: '', expires: '' }
  const key = (change: Partial<Licence> = {}, by = open.keys) =>
    writeLicence({ ...OWN, ...change }, by.privateKey)
  beforeEach(() => install({ copyProtection: { method: 'axis' } }))

  test('lets the application run, until it is removed (APPS-06, APPS-08, DEVICE-137)', async () => {
    expect(await licence()).toBe('Missing')
    expect(await open.control('start')).toMatch(/^Error: 8\n/)
    expect(await open.uploadKey(key())).toBe('OK\n')
    expect(await licence()).toBe('Valid')
    expect(await open.control('start')).toBe('OK\n')
    expect(await open.removeKey()).toBe('OK\n')
    expect([await licence(), await status()]).toEqual(['Missing', 'Stopped'])
  })

  test.each<[string, string, () => string]>([
    ['that is text', '21', () => 'key'],
    ['that is another document', '21', () => '<html/>'],
    [
      'with entities',
      '21',
      () => key().replace('<LicenseKey', '<!DOCTYPE a [<!ENTITY b "c">]><LicenseKey'),
    ],
    ['signed by somebody else', '21', () => key({}, vendor())],
    [
      'that was changed',
      '21',
      () => key({ expires: '2026-11-01' }).replace('2026-11-01', '2036-11-01'),
    ],
    ['without a signature', '21', () => key().replace(/<Signature>.*<\/Signature>/, '')],
    ['with a day that is none', '21', () => key({ expires: '2026-13-41' })],
    ['until 30 February', '21', () => key({ expires: '2027-02-30' })],
    ['for another application', '25', () => key({ applicationId: '4712' })],
    ['for another version', '26', () => key({ version: '3' })],
    ['for another device', '30', () => key({ deviceId: 'ACCC8E999999' })],
    ['that has expired', '31', () => key({ expires: '2026-11-19' })],
  ])('%s is refused by %s, and the one before stays (DEVICE-137)', async (_what, code, make) => {
    await open.uploadKey(key())
    expect(await open.uploadKey(make())).toMatch(new RegExp(`^Error: ${code}\n`))
    expect(await licence()).toBe('Valid')
  })

  test('of this version and until today is valid, and ends with the day', async () => {
    expect(await open.uploadKey(key({ version: '2', expires: '2026-11-20' }))).toBe('OK\n')
    expect(await open.list()).toContain('License="Valid" LicenseExpirationDate="2026-11-20"')
    await open.control('start')
    await open.device.clock.advance(11 * 3_600_000)
    await expect.poll(status).toBe('Stopped')
    expect(await licence()).toBe('Invalid')
  })

  test('ends while its application runs when somebody sets the clock', async () => {
    await open.uploadKey(key({ expires: '2026-11-20' }))
    await open.control('start')
    open.device.clock.set(Date.UTC(2026, 10, 21))
    await expect.poll(status).toBe('Stopped')
    open.device.clock.set(Date.UTC(2026, 10, 21) - 1)
    expect(await licence()).toBe('Valid')
  })

  test('signed by a trusted key of another kind is refused by 21', async () => {
    const pem = { publicKeyEncoding: { type: 'spki', format: 'pem' } } as const
    const { publicKey, privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      ...pem,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const other = await openAppDevice({ trustedKeys: [publicKey] }, NOW)
    await other.upload(appPackage({ copyProtection: { method: 'axis' } }))
    expect(await other.uploadKey(key({}, { publicKey, privateKey }))).toMatch(/^Error: 21\n/)
    await other.device.close()
  })

  test('of an earlier version is invalid for the next one (APPS-07)', async () => {
    await open.uploadKey(key({ version: '2' }))
    await install({ setup: { version: '3.0.0' }, copyProtection: { method: 'axis' } })
    expect(await licence()).toBe('Invalid')
  })

  test('for no application, and none to remove, have codes of their own (APPS-23, APPS-24, DEVICE-138)', async () => {
    expect(await open.removeKey()).toMatch(/^Error: 23\n/)
    expect(await open.uploadKey(key(), 'gong')).toMatch(/^Error: 24\n/)
    expect(await open.removeKey('gong')).toMatch(/^Error: 24\n/)
  })

  test('that can’t be stored has a code too (APPS-22)', async () => {
    open.device.fillDisk(true)
    expect(await open.uploadKey(key())).toMatch(/^Error: 22\n/)
    expect(await licence()).toBe('Missing')
  })
})
