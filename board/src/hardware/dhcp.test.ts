import { leaseOffer } from '@lintel/contract/bench-world'
import { PLAIN_DHCP } from '@lintel/contract/dhcp'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { changedDhcp } from './dhcp.ts'

test('omitted parts stay', () => {
  const off = changedDhcp(PLAIN_DHCP, { enabled: false })
  expect(off).toEqual({ ...PLAIN_DHCP, enabled: false })
  const changed = changedDhcp(off, { lease: { router: '10.0.0.1', ntpServers: ['10.0.0.2'] } })
  expect(changed).toEqual({
    enabled: false,
    lease: { ...PLAIN_DHCP.lease, router: '10.0.0.1', ntpServers: ['10.0.0.2'] },
  })
  expect(changedDhcp(changed, { enabled: true, lease: { router: '' } }).lease.router).toBe('')
})

test('a partial lease has only the members that were sent, and they have to be valid', () => {
  expect(v.parse(v.partial(leaseOffer), { router: '10.0.0.1' })).toEqual({ router: '10.0.0.1' })
  expect(v.safeParse(v.partial(leaseOffer), { hostName: 'gate.example' }).success).toBe(false)
})

test('an address that this computer lacks is refused; loopback and the default are accepted', () => {
  expect(() => changedDhcp(PLAIN_DHCP, { lease: { address: '192.0.2.10' } })).toThrow(
    'This computer has no address 192.0.2.10.',
  )
  expect(changedDhcp(PLAIN_DHCP, { lease: { address: '127.0.0.1' } }).lease.address).toBe(
    '127.0.0.1',
  )
  expect(changedDhcp(PLAIN_DHCP, { lease: { address: '' } }).lease.address).toBe('')
})
