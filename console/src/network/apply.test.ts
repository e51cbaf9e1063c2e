import { expect, test } from 'vitest'
import { addressToTry, movesAway } from './apply.ts'
import type { InUse } from './apply.ts'
import type { NetworkValues } from './ipv4.ts'

const ADDRESS = '192.168.0.90'
const FIXED: NetworkValues = {
  ipAutomatic: false,
  dnsAutomatic: false,
  ipAddress: ADDRESS,
  subnetMask: '255.255.255.0',
  router: '192.168.0.1',
  domainName: '',
  dnsServer1: '0.0.0.0',
  dnsServer2: '0.0.0.0',
}
const LEASED: InUse = { address: ADDRESS, trials: true, values: { ...FIXED, ipAutomatic: true } }
const at = (host: string) => new URL(`http://${host}:8080/webapp/hw/`)

test('keeping the current address does not move the page, unless it was opened by name', () => {
  expect(movesAway(FIXED, LEASED, at(ADDRESS))).toBe(false)
  expect(movesAway(FIXED, LEASED, at('door.local'))).toBe(true)
  expect(movesAway({ ...FIXED, ipAddress: '192.168.0.91' }, LEASED, at(ADDRESS))).toBe(true)
})

test('only another static address is put on trial, and only on a device that supports trials', () => {
  const other = { ...FIXED, ipAddress: '192.168.0.91' }
  expect(addressToTry(other, LEASED)).toBe('192.168.0.91')
  expect(addressToTry(FIXED, LEASED)).toBeUndefined()
  expect(addressToTry({ ...other, ipAutomatic: true }, LEASED)).toBeUndefined()
  expect(addressToTry(other, { ...LEASED, trials: false })).toBeUndefined()
})
