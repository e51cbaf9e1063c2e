import { createServer } from 'node:net'
import { hostAddress } from '@lintel/front-door/host-addresses'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parameterService } from '../parameters/parameters.ts'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { userService } from '../users/users.ts'
import { trialService } from './trial.ts'

const OTHER = '127.0.0.78'
const FAR = '192.0.2.10'
const onLinux = hostAddress(OTHER) !== undefined

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([trialService, parameterService, userService])
  device.makeAccounts()
})
afterEach(() => device.close())

const fixed = (address: string) => ({
  'root.Network.BootProto': 'none',
  'Network.IPAddress': address,
})

async function post(path: string, body: object, as?: string, at = device.url) {
  const headers = new Headers({ 'x-lintel-console': '1', 'content-type': 'application/json' })
  if (as !== undefined) {
    headers.set('authorization', `Basic ${Buffer.from(`${as}:pass-${as}`).toString('base64')}`)
  }
  const answer = await fetch(`${at}/lintel/trial/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const json = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, headers: answer.headers, ...json }
}

const start = async (address: string, as = 'root') =>
  (await post('start', { values: fixed(address) }, as)) as unknown as {
    status: number
    ticket: string
    stored: boolean
    addresses: { http: string }
    seconds: number
    error?: { message: string }
  }

const running = async () => {
  await device.network.settled()
  return device.parameters.get('root.Network.eth0.IPAddress')
}

const state = async () => (await device.fetch('/lintel/trial/state', { as: 'root' })).json()

test.runIf(onLinux)(
  'a trial moves the device to the new address, where the ticket signs in and confirms it',
  async () => {
    const { ticket, stored, addresses, seconds } = await start(OTHER)
    const { port } = new URL(device.url)
    expect({ stored, addresses, seconds }).toEqual({
      stored: false,
      addresses: { http: `http://${OTHER}:${port}` },
      seconds: 120,
    })
    expect(await running()).toBe(OTHER)
    await expect(fetch(`${device.url}/lintel/trial/state`)).rejects.toThrow()

    const confirmed = await post('confirm', { ticket }, undefined, addresses.http)
    expect(confirmed).toMatchObject({ status: 200, user: 'root' })
    const [cookie = ''] = confirmed.headers.getSetCookie()
    expect(cookie).toMatch(/^session_ACCC8E012345=[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/)
    const [pair = ''] = cookie.split(';')
    const list = `${addresses.http}/axis-cgi/param.cgi?action=list&group=Network.IPAddress`
    const answer = await fetch(list, { headers: { cookie: pair } })
    expect(await answer.text()).toContain(`root.Network.IPAddress=${OTHER}`)
    expect(await post('confirm', { ticket }, undefined, addresses.http)).toMatchObject({
      status: 400,
    })
    await device.clock.advance(300_000)
    expect(await running()).toBe(OTHER)
  },
)

test.runIf(onLinux)('unconfirmed it reverts, and reports that until it is dismissed', async () => {
  await start(OTHER)
  expect(await running()).toBe(OTHER)
  await device.clock.advance(120_000)
  expect(await running()).toBe('127.0.0.1')
  expect(device.parameters.get('root.Network.BootProto')).toBe('dhcp')
  const at = '2026-11-20T13:09:32.000Z'
  expect(await state()).toEqual({
    state: 'reverted',
    user: 'root',
    kind: 'address',
    from: '127.0.0.1',
    to: OTHER,
    at,
    why: 'unconfirmed',
  })
  expect(device.benchLog).toContainEqual(['trial.reverted', { from: '127.0.0.1', to: OTHER }])
  expect(await post('dismiss', {}, 'root')).toMatchObject({ status: 200 })
  expect(await state()).toEqual({ state: 'none' })
})

test('an address that the host lacks is stored at once, and the device stays where it is', async () => {
  const { stored, addresses } = await start(FAR)
  expect({ stored, addresses }).toEqual({ stored: true, addresses: { http: device.url } })
  expect(device.parameters.get('root.Network.IPAddress')).toBe(FAR)
  expect(await running()).toBe('127.0.0.1')
  expect(await state()).toEqual({ state: 'none' })
})

test.runIf(onLinux)(
  'an address with a port in use is refused before anything changes',
  async () => {
    const taken = createServer()
    const { port } = new URL(device.url)
    await new Promise<void>((resolve) => taken.listen(Number(port), OTHER, resolve))
    try {
      const { status, error } = await start(OTHER)
      expect(status).toBe(400)
      expect(error?.message).toContain(OTHER)
      expect(device.parameters.get('root.Network.BootProto')).toBe('dhcp')
      const answer = await device.fetch(`/lintel/trial/address?ip=${OTHER}`, { as: 'root' })
      expect(await answer.json()).toMatchObject({ onHost: true, free: false })
    } finally {
      taken.close()
    }
  },
)

test.runIf(onLinux)('if the device can’t listen at the new address the trial ends', async () => {
  const here = device.network.place()
  const place = vi.spyOn(device.network, 'place').mockReturnValue(here)
  const { status, error } = await start(OTHER)
  place.mockRestore()
  expect([status, error?.message]).toEqual([500, `The device cannot listen at ${OTHER}.`])
  expect(await running()).toBe('127.0.0.1')
  expect(device.parameters.get('root.Network.BootProto')).toBe('dhcp')
  expect(await state()).toEqual({ state: 'none' })
})

test('a test before saving reports whether the host has the address, and the URLs there', async () => {
  const ask = async (ip: string) =>
    (await device.fetch(`/lintel/trial/address?ip=${ip}`, { as: 'root' })).json()
  const { port } = new URL(device.url)
  expect(await ask(FAR)).toEqual({ onHost: false, free: false, addresses: { http: device.url } })
  expect(await ask('127.0.0.1')).toEqual({
    onHost: true,
    free: true,
    addresses: { http: device.url },
  })
  if (onLinux) {
    expect(await ask(OTHER)).toEqual({
      onHost: true,
      free: true,
      addresses: { http: `http://${OTHER}:${port}` },
    })
  }
  expect(await ask('127.0.0')).toMatchObject({ error: {} })
})

test('an invalid value is refused like in a plain write', async () => {
  const { status, error } = (await post(
    'start',
    { values: { 'root.Network.SubnetMask': '255.0.255.0' } },
    'root',
  )) as unknown as { status: number; error: { message: string } }
  expect(status).toBe(400)
  expect(error.message).toContain("'root.Network.SubnetMask' to '255.0.255.0'")
  expect(await post('start', { values: {} }, 'root')).toMatchObject({ status: 400 })
})

test.runIf(onLinux)('a ticket is void once its account has another password', async () => {
  const { ticket, addresses } = await start(OTHER)
  await device.network.settled()
  device.accounts.update('root', { password: 'another' })
  expect(await post('confirm', { ticket }, undefined, addresses.http)).toMatchObject({
    status: 400,
  })
  await device.clock.advance(120_000)
  expect(await running()).toBe('127.0.0.1')
})

test('guessing tickets is slowed down', async () => {
  const statuses = []
  for (let round = 0; round < 7; round += 1) {
    statuses.push((await post('confirm', { ticket: 'x'.repeat(43) })).status)
  }
  expect(statuses).toEqual([400, 400, 400, 400, 429, 429, 429])
  expect((await post('confirm', { ticket: 'x' })).headers.get('retry-after')).toBe('15')
})

test.each([
  [{ IPAddress: '224.0.0.5' }],
  [{ IPAddress: '0.1.2.3' }],
  [{ DefaultRouter: '240.0.0.1' }],
  [{ DNSServer1: '255.255.255.255' }],
  [{ 'IPv6.IPAddress': 'ff02::1' }],
  [{ BootProto: 'none', IPAddress: '192.168.0.0' }],
  [{ BootProto: 'none', IPAddress: '192.168.0.255' }],
  [{ BootProto: 'none', DefaultRouter: '192.168.0.255' }],
])('neither a plain write nor a trial stores what no device can have: %o', async (change) => {
  const names = Object.keys(change)
  const before = names.map((name) => device.parameters.text(`root.Network.${name}`))
  const query = new URLSearchParams({ action: 'update' })
  for (const [name, value] of Object.entries(change)) query.set(`root.Network.${name}`, value)
  const answer = await device.fetch(`/axis-cgi/param.cgi?${query.toString()}`, { as: 'root' })
  expect(await answer.text()).toContain('Error setting')
  const values = Object.fromEntries(
    Object.entries(change).map(([name, value]) => [`root.Network.${name}`, value]),
  )
  expect((await post('start', { values }, 'root')).status).toBe(400)
  expect(names.map((name) => device.parameters.text(`root.Network.${name}`))).toEqual(before)
  expect(await running()).toBe('127.0.0.1')
})

test('an address with DHCP on is judged once it is used, with its mask', async () => {
  device.parameters.update({ 'root.Network.IPAddress': '10.0.1.0' }, ['admin'])
  const none = { 'root.Network.BootProto': 'none' }
  expect(() => device.parameters.update(none, ['admin'])).toThrow('root.Network.IPAddress')
  device.parameters.update({ ...none, 'root.Network.SubnetMask': '255.255.0.0' }, ['admin'])
  expect(device.parameters.get('root.Network.BootProto')).toBe('none')
})

test('no trial is offered for an address that no device can have', async () => {
  const answer = await device.fetch('/lintel/trial/address?ip=224.0.0.5', { as: 'root' })
  expect(answer.status).toBe(400)
})
