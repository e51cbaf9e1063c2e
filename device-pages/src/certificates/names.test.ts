import { expect, test } from 'vitest'
import { namesOfDevice } from './names.ts'

const values = (host: string, ipv4: string, ipv6: string) =>
  new Map([
    ['root.Network.VolatileHostName.HostName', host],
    ['root.Network.eth0.IPAddress', ipv4],
    ['root.Network.eth0.IPv6.IPAddresses', ipv6],
  ])

test('a certificate is proposed for the names and addresses that browsers open the device by', () => {
  const door = values('door7', '192.0.2.7', 'fe80::7/64 2001:db8::7/64')
  expect(namesOfDevice(door, 'door7.example.com')).toEqual({
    commonName: 'door7',
    others: ['door7.local', 'door7.example.com', '192.0.2.7', '2001:db8::7'],
  })
  expect(namesOfDevice(door, '[2001:db8::7]').others).toEqual([
    'door7.local',
    '2001:db8::7',
    '192.0.2.7',
  ])
})

test('without a host name the address in use is proposed', () => {
  expect(namesOfDevice(values('', '192.0.2.7', ''), '192.0.2.7')).toEqual({
    commonName: '192.0.2.7',
    others: [],
  })
  expect(namesOfDevice(new Map(), 'door.local').commonName).toBe('door.local')
})
