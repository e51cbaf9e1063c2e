import { advanceClock, getBench, setPower, setWorld } from '@lintel/contract/bench'
import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import { getTrial, startTrial } from '@lintel/contract/calls/trial'
import { DeviceFault } from '@lintel/contract/fault'
import { expect, test } from '../fixture.ts'
import { needs } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'
import { cannotMove, listens, NOBODYS, OTHER } from '../rig/sockets.ts'

test.skip(cannotMove !== undefined, cannotMove ?? '')
needs(startTrial)

const FIXED = { 'root.Network.BootProto': 'none', 'root.Network.IPAddress': OTHER }

// The console is open in each test, and loses the device.
test.beforeEach(({ expectFailures }) => {
  expectFailures(/\.cgi/, /ERR_/, /WebSocket/, /\/vapix\//, /\/lintel\//)
})

async function inUse({ root }: Pick<Rig, 'root'>): Promise<string | undefined> {
  const { values } = await root.call(listParameters, { group: 'root.Network.eth0' })
  return values.get('root.Network.eth0.IPAddress')
}

/** Where the device listens: at the first address and at the other one. */
const open = async (rig: Rig) => [
  await listens(rig.addresses.http),
  await listens(rig.at(OTHER).url),
]

test('a plain write moves the device and its https port, and a restart keeps the address', async ({
  page: _page,
  rig,
}) => {
  expect(await open(rig)).toEqual([true, false])
  await rig.root.call(updateParameters, FIXED)
  await expect.poll(() => open(rig)).toEqual([false, true])
  expect(await inUse(rig.at(OTHER))).toBe(OTHER)
  const { addresses } = await rig.bench.call(getBench, {})
  expect(addresses.http).toBe(rig.at(OTHER).url)
  expect(new URL(addresses.https).hostname).toBe(OTHER)
  expect(await listens(addresses.https)).toBe(true)
  await rig.bench.call(setPower, { action: 'cycle' })
  expect(await open(rig)).toEqual([false, true])
  await rig.put('ready')
  expect(await open(rig)).toEqual([true, false])
})

test('an address that the host lacks is stored, and the device stays', async ({
  page: _page,
  rig,
}) => {
  await rig.root.call(updateParameters, { ...FIXED, 'root.Network.IPAddress': NOBODYS })
  expect(await inUse(rig)).toBe('127.0.0.1')
  await rig.bench.call(setPower, { action: 'cycle' })
  expect(await inUse(rig)).toBe('127.0.0.1')
})

test('an open console reports where a new lease has moved the device', async ({
  page,
  open: go,
  rig,
}) => {
  await go('/users')
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible()
  await rig.bench.call(setWorld, { dhcp: { lease: { address: OTHER, router: '127.0.0.254' } } })
  const notice = page.getByRole('alert').filter({ hasText: 'another address' })
  await expect(notice).toBeVisible({ timeout: 15_000 })
  const { url } = rig.at(OTHER)
  await notice.getByRole('link', { name: url }).click()
  await expect(page).toHaveURL(new RegExp(`^${url}/sign-in`))
  const { values } = await rig.at(OTHER).root.call(listParameters, { group: 'root.Network' })
  expect(values.get('root.Network.Routing.DefaultRouter')).toBe('127.0.0.254')
})

test('a second administrator sees that a change is on trial', async ({ page: _page, rig }) => {
  const started = await rig.root.call(startTrial, { values: FIXED })
  if (started.stored) throw new Error('the host has the address')
  const there = rig.at(OTHER)
  const second = there.as('anna')
  await expect(second.call(startTrial, { values: FIXED })).rejects.toMatchObject({
    kind: 'refused',
    status: 409,
  })
  // A plain write of the second administrator persists even when the trial is reverted.
  await second.call(updateParameters, { 'root.Network.IPAddress': '127.0.0.3' })
  await expect.poll(() => listens(rig.at('127.0.0.3').url)).toBe(true)
  await rig.bench.call(advanceClock, { milliseconds: 120_000 })
  await expect.poll(() => open(rig)).toEqual([true, false])
  const { values } = await rig.root.call(listParameters, { group: 'root.Network' })
  expect(values.get('root.Network.BootProto')).toBe('dhcp')
  expect(values.get('root.Network.IPAddress')).toBe('127.0.0.3')
  expect(await rig.root.call(getTrial, {})).toMatchObject({ state: 'reverted', why: 'unconfirmed' })
})

test('without a DHCP server the device keeps responding, and gets a lease when the server is back', async ({
  page: _page,
  rig,
}) => {
  const router = async () => {
    const { values } = await rig.root.call(listParameters, { group: 'root.Network' })
    return values.get('root.Network.Routing.DefaultRouter')
  }
  await rig.bench.call(setWorld, { dhcp: { lease: { router: '127.0.0.254' } } })
  await expect.poll(router).toBe('127.0.0.254')
  await rig.bench.call(setWorld, { dhcp: { enabled: false } })
  await expect.poll(router).toBe('0.0.0.0')
  await rig.bench.call(setPower, { action: 'cycle' })
  expect(await router()).toBe('0.0.0.0')
  await rig.bench.call(setWorld, { dhcp: { enabled: true } })
  await expect.poll(router).toBe('127.0.0.254')
})

test('the bench refuses an address that the host lacks', async ({ page: _page, rig }) => {
  await expect(rig.bench.call(setWorld, { dhcp: { lease: { address: NOBODYS } } })).rejects.toThrow(
    DeviceFault,
  )
  await expect(
    rig.bench.call(setWorld, { dhcp: { lease: { router: 'somewhere' } } }),
  ).rejects.toThrow('dhcp.lease.router')
  expect((await rig.bench.call(getBench, {})).world.dhcp.lease.address).toBe('')
})
