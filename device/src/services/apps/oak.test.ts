import { PLAIN_WORLD } from '@lintel/contract/wire'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openTestDevice } from '../testing/test-device.ts'
import type { TestDevice } from '../testing/test-device.ts'
import { oakService } from './oak.ts'

let device: TestDevice
beforeEach(async () => {
  device = await openTestDevice([oakService])
  device.makeAccounts()
})
afterEach(() => device.close())

const ask = () =>
  device.json(
    '/axis-cgi/oak.cgi',
    { apiVersion: '1.0', context: 'c', method: 'getOAK' },
    'root',
  ) as Promise<{
    data?: { oak: string }
    error?: { code: number }
  }>

test('the owner authentication key stays the same, and is sealed (DEVICE-140)', async () => {
  const { data } = await ask()
  expect(data?.oak).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
  expect((await ask()).data).toEqual(data)
  const row = device.database.get("SELECT value FROM records WHERE name = 'oak'")
  expect(String(row?.['value'])).not.toContain(data?.oak)
})

test('without a way to the vendor there is an error 1100 (AVHS-06)', async () => {
  device.parameters.set({ 'root.RemoteService.ProxyServer': 'proxy.example.com' })
  expect((await ask()).error?.code).toBe(1100)
  device.parameters.set({ 'root.RemoteService.ProxyServer': '' })
  const dhcp = { ...PLAIN_WORLD.dhcp, enabled: false }
  device.receive({ type: 'world', world: { ...PLAIN_WORLD, dhcp } })
  expect((await ask()).error?.code).toBe(1100)
  device.receive({ type: 'world', world: PLAIN_WORLD })
  expect((await ask()).data?.oak).toBeDefined()
})
