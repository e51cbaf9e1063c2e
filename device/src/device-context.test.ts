import { updateParameters } from '@lintel/contract/calls/parameters'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EVENT_ACCESS } from './events/event-access.ts'
import { openTestDevice } from './services/testing/test-device.ts'
import type { TestDevice } from './services/testing/test-device.ts'
import { parameterService } from './services/parameters/parameters.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([parameterService])
  device.makeAccounts()
})
afterEach(() => device.close())

test('a wrong password is an event for administrators, without the password', async () => {
  const heard: unknown[] = []
  device.events.subscribe(({ topic, data }) => {
    if (topic === 'Device/Lintel/SignInFailed') heard.push(data)
  })
  const authorization = `Basic ${Buffer.from('root:secret').toString('base64')}`
  const { status } = await fetch(device.url + updateParameters.path, { headers: { authorization } })
  expect(status).toBe(401)
  expect(heard).toEqual([{ user: 'root', address: '127.0.0.1' }])
  expect(EVENT_ACCESS['Device/Lintel/SignInFailed']).toBe('admin')
})

test('from the factory it sends one Digest challenge, MD5, and a parameter changes that', async () => {
  device.parameters.set({ 'root.Network.HTTP.AuthenticationPolicy': 'basic_digest' })
  const offered = async () => {
    const { headers } = await fetch(device.url + updateParameters.path)
    return Array.from(
      (headers.get('www-authenticate') ?? '').matchAll(/algorithm=([\w-]+)/g),
      (found) => found[1],
    )
  }
  expect(await offered()).toEqual(['MD5'])
  for (const [value, algorithms] of [
    ['sha256', ['SHA-256']],
    ['sha256_md5', ['SHA-256', 'MD5']],
    ['md5', ['MD5']],
  ] as const) {
    const body = new URLSearchParams({
      action: 'update',
      'root.Network.HTTP.DigestAlgorithm': value,
    })
    expect(await device.text(updateParameters.path, { method: 'POST', body, as: 'root' })).toBe(
      'OK\n',
    )
    expect(await offered()).toEqual(algorithms)
  }
  const refused = '?action=update&root.Network.HTTP.DigestAlgorithm=sha512'
  expect(await device.text(updateParameters.path + refused, { as: 'root' })).toContain('# Error')
  expect(await offered()).toEqual(['MD5'])
})

test('after how many days people have to sign in again is a parameter', async () => {
  const started = device.clock.now()
  const token = device.sessions.create('root', started)
  const after = (days: number) => device.sessions.find(token, started + days * 86_400_000)
  const body = new URLSearchParams({ action: 'update', 'root.System.SessionDays': '2' })
  expect(await device.text(updateParameters.path, { method: 'POST', body, as: 'root' })).toBe(
    'OK\n',
  )
  for (const day of [0.5, 1, 1.5, 2]) expect(after(day)).toEqual({ user: 'root' })
  expect(after(2.001)).toBeUndefined()
})

test('the sign-in page shows the given name while the device announces it in its network', async () => {
  const title = async () => {
    const page = await (await fetch(`${device.url}/sign-in`)).text()
    return /<title>(.*)<\/title>/.exec(page)?.[1]
  }
  expect(await title()).toMatch(/^Sign in – AXIS A8307-E [0-9A-F]{6}$/)
  device.parameters.set({ 'root.Network.Bonjour.FriendlyName': 'Lobby' })
  expect(await title()).toBe('Sign in – Lobby')
  device.parameters.set({ 'root.Network.Bonjour.Enabled': false })
  expect(await title()).toMatch(/^Sign in – AXIS A8307-E [0-9A-F]{6}$/)
})
