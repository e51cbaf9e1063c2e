import { expect, test } from 'vitest'
import { hopOf, resolve } from './resolve.ts'

const BOTH = new Set([4, 6])
const names = (addresses: readonly string[], servers: { name: string; port: number }[] = []) => ({
  servers: () => Promise.resolve(servers),
  addresses: (host: string) =>
    host === 'gone.test' ? Promise.reject(new Error('ENOTFOUND')) : Promise.resolve(addresses),
})

test('the URI decides about the protocol before the account does', () => {
  expect(hopOf('sip:a@b', 'tcp')).toEqual({ protocol: 'tcp', host: 'b', port: undefined })
  expect(hopOf('sip:a@b;transport=UDP', 'tcp')?.protocol).toBe('udp')
  expect(hopOf('sips:a@b:9', 'udp')).toEqual({ protocol: 'tls', host: 'b', port: 9 })
  expect(hopOf('sip:a@b;maddr=192.0.2.1', 'udp')?.host).toBe('192.0.2.1')
  expect(hopOf('tel:1', 'udp')).toBeUndefined()
})

test('addresses need no look-up, and have the port of their protocol', async () => {
  const options = { preferIPv6: false, families: BOTH, names: names([]) }
  expect(await resolve({ protocol: 'tls', host: '2001:db8::1', port: undefined }, options)).toEqual(
    [{ protocol: 'tls', address: '2001:db8::1', port: 5061 }],
  )
})

test('the preferred family comes first, and one that we lack not at all', async () => {
  const hop = { protocol: 'udp', host: 'a.test', port: 5070 } as const
  const found = async (preferIPv6: boolean, families: Set<number>) => {
    const peers = await resolve(hop, { preferIPv6, families, names: names(['192.0.2.1', '::9']) })
    return peers.map(({ address }) => address)
  }
  expect(await found(false, BOTH)).toEqual(['192.0.2.1', '::9'])
  expect(await found(true, BOTH)).toEqual(['::9', '192.0.2.1'])
  expect(await found(true, new Set([4]))).toEqual(['192.0.2.1'])
  await expect(found(true, new Set())).rejects.toThrow('The server a.test was not found.')
})

test('servers of a domain are tried in turn, unless a port is given', async () => {
  const servers = [
    { name: 'gone.test', port: 1 },
    { name: 'two.test', port: 2 },
  ]
  const options = { preferIPv6: false, families: BOTH, names: names(['192.0.2.1'], servers) }
  const hop = { protocol: 'udp', host: 'a.test', port: undefined } as const
  expect((await resolve(hop, options)).map(({ port }) => port)).toEqual([2])
  expect((await resolve({ ...hop, port: 7 }, options)).map(({ port }) => port)).toEqual([7])
})
