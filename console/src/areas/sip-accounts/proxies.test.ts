import { PROXIES_MAX } from '@lintel/contract/rules/sip'
import { expect, test } from 'vitest'
import {
  checkProxy,
  moved,
  newProxy,
  placeIn,
  proxyOf,
  proxyValues,
  sameProxies,
} from './proxies.ts'

const proxy = (Server: string, Username = '') => ({ Server, Username, Password: null })

test('an empty password is sent as null, and null is shown as empty (SIPACC-34)', () => {
  expect(proxyOf({ ...newProxy, server: 'p.example.com' })).toEqual(proxy('p.example.com'))
  expect(proxyValues(proxy('p.example.com', 'u'))).toEqual({
    server: 'p.example.com',
    username: 'u',
    password: '',
    removePassword: false,
  })
})

test('a scheme is left out, and IPv6 gets brackets (SIPACC-56, SIPACC-25)', () => {
  expect(proxyOf({ ...newProxy, server: 'SIPS:p.example.com:5071' }).Server).toBe(
    'p.example.com:5071',
  )
  expect(proxyOf({ ...newProxy, server: '2001:db8::1' }).Server).toBe('[2001:db8::1]')
})

test('members that the form does not have stay (OPEN-117)', () => {
  const before = { ...proxy('a'), Later: true }
  expect(proxyOf({ ...newProxy, server: 'b' }, before)).toMatchObject({ Server: 'b', Later: true })
})

test('addresses and users are checked (SIPACC-56, SIPACC-57)', () => {
  const ids = (change: object, others = [proxy('a', 'u')]) =>
    Object.entries(checkProxy({ ...newProxy, server: 'p', ...change }, others)).map(
      ([field, problem]) => [field, problem.id],
    )
  expect(ids({})).toEqual([])
  expect(ids({ server: '' })).toEqual([['server', 'validation.errorRequired']])
  expect(ids({ server: 'sip:' })).toEqual([['server', 'validation.errorRequired']])
  expect(ids({ server: 'a b' })).toEqual([['server', 'validation.invalidIPAddressOrHostName']])
  expect(ids({ password: 'x' })).toEqual([['username', 'validation.errorRequired']])
  expect(ids({ server: 'sip:a', username: 'u' })).toEqual([['server', 'sipAccounts.proxyExists']])
  expect(PROXIES_MAX).toBe(7)
})

test('a password is removed on request', () => {
  const values = { ...newProxy, server: 'p', username: 'u', password: 'x', removePassword: true }
  expect(proxyOf(values)).toEqual({ ...proxy('p', 'u'), RemovePassword: true })
  expect(checkProxy({ ...values, username: '' })).toEqual({})
})

test('two lists are the same unless something that can be read differs', () => {
  const one = { ...proxy('a'), PasswordStored: true, Later: 1 }
  expect(sameProxies([one], [{ Later: 1, ...proxy('a'), RemovePassword: true }])).toBe(true)
  expect(sameProxies([one], [{ ...one, Later: 2 }])).toBe(false)
  expect(placeIn([proxy('a'), proxy('a', 'u')], proxy('a', 'u'))).toBe(1)
  expect(placeIn([proxy('a')], proxy('a', 'u'))).toBe(-1)
})

test('a proxy moves to another place', () => {
  const list = ['a', 'b', 'c'].map((name) => proxy(name))
  const names = (from: number, to: number) => moved(list, from, to).map(({ Server }) => Server)
  expect(names(0, 1)).toEqual(['b', 'a', 'c'])
  expect(names(2, 0)).toEqual(['c', 'a', 'b'])
  expect(sameProxies(list, moved(list, 0, 1))).toBe(false)
  expect(
    sameProxies(
      list,
      list.map((one) => ({ ...one, Password: 'x' })),
    ),
  ).toBe(true)
})
