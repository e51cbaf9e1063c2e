import { createClient } from '@lintel/contract/client'
import { expect, test } from 'vitest'
import { holdTicket } from './ticket.ts'

function visit(hash: string, ...answers: (number | 'lost')[]) {
  const requests: { url: string; body: unknown }[] = []
  const addresses: [string, unknown][] = []
  const client = createClient({
    fetch: async (url, init) => {
      requests.push({ url: String(url), body: init?.body })
      const answer = answers.shift()
      if (answer === 'lost' || answer === undefined) throw new TypeError('gone')
      return Response.json(answer === 200 ? { user: 'root' } : { error: {} }, { status: answer })
    },
  })
  const holder = holdTicket(
    { hash },
    { navigate: (path, options) => void addresses.push([path, options]) },
  )
  return { requests, addresses, redeem: () => holder.redeem(client), from: () => holder.from() }
}

test('a ticket is removed from the address at once and redeemed once', async () => {
  const { requests, addresses, redeem } = visit('#/?ticket=abc_-123', 200)
  expect(addresses).toEqual([['/', { replace: true }]])
  expect(await redeem()).toBe(true)
  expect(await redeem()).toBe(false)
  expect(requests).toEqual([{ url: '/lintel/trial/confirm', body: '{"ticket":"abc_-123"}' }])
})

test('the requested page stays open', () => {
  const { addresses } = visit('#/network?ticket=abc')
  expect(addresses).toEqual([['/network', { replace: true }]])
})

const OLD = 'http://192.168.0.90:8080'

test('until the ticket is redeemed, the device’s previous address is known', async () => {
  const { from, addresses, redeem } = visit(`#/network?ticket=abc&from=${OLD}`, 'lost', 200)
  expect(addresses).toEqual([['/network', { replace: true }]])
  expect(from()).toBe(OLD)
  await expect(redeem()).rejects.toMatchObject({ kind: 'unreachable' })
  expect(from()).toBe(OLD)
  await redeem()
  expect(from()).toBeUndefined()
})

test.each([OLD, 'https://[fe80::1]:8443', 'https://gate.example'])(
  '%s is a valid address',
  (place) => {
    expect(visit(`#/?ticket=abc&from=${place}`).from()).toBe(place)
  },
)

test.each([
  'javascript:alert(1)',
  'javascript://192.168.0.90',
  'data:text/html,x',
  '//192.168.0.90',
  'http://192.168.0.90/sign-in',
  'http://192.168.0.90?x',
  'http://192.168.0.90@evil.example',
  'http://192.168.0.90\\@evil.example',
  'http://192.168.0.90:8080.evil.example',
  'http://geräte.example',
  'http%3A%2F%2F192.168.0.90',
  'http://',
  '',
])('%s is not', (place) => {
  expect(visit(`#/?ticket=abc&from=${place}`).from()).toBeUndefined()
})

test('without a ticket an address has no previous address', () => {
  expect(visit(`#/?from=${OLD}`).from()).toBeUndefined()
})

test.each(['', '#/', '#/users?field=name', '#/?ticket='])('%s has no ticket', async (hash) => {
  const { requests, addresses, redeem } = visit(hash)
  await redeem()
  expect([requests, addresses]).toEqual([[], []])
})

test('an invalid ticket is dropped; one whose response was lost is retried', async () => {
  const { requests, redeem } = visit('#/?ticket=abc', 'lost', 400)
  await expect(redeem()).rejects.toMatchObject({ kind: 'unreachable' })
  expect(await redeem()).toBe(false)
  expect(await redeem()).toBe(false)
  expect(requests).toHaveLength(2)
})

test('a connection from before the change proves nothing: the ticket is redeemed over a new one', async () => {
  const { requests, redeem } = visit('#/?ticket=abc', 412, 412, 200)
  expect(await redeem()).toBe(true)
  expect(requests).toHaveLength(3)
})
