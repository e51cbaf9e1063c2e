import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@lintel/contract/client'
import { getBrand } from '@lintel/contract/calls/identity'
import { getAllTime } from '@lintel/contract/calls/time'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { factoryDefault, systemReady, restart } from '@lintel/contract/calls/system'
import { addUser, getUsers } from '@lintel/contract/calls/users'
import { DeviceFault } from '@lintel/contract/fault'
import { digestFetch } from '@lintel/front-door/digest-client'
import { expect, test } from 'vitest'
import { boardRig } from './testing/rig.ts'
import { builtDevice } from './testing/built.ts'

const ROOT = { user: 'root', password: 'pass word 1' }
const DAY = 86_400_000

/** The real device with its first administrator. */
async function setUp() {
  const rig = await boardRig(await builtDevice())
  await rig.board.setPower('on')
  const device = createClient({ base: rig.http, fetch: digestFetch(ROOT) })
  const sgrp = 'admin:operator:viewer:ptz'
  const root = { user: ROOT.user, pwd: ROOT.password, grp: 'root', sgrp }
  await createClient({ base: rig.http }).call(addUser, root)
  return { ...rig, device }
}

test('a running device restores a snapshot in less than 100 ms', async () => {
  const { board, device } = await setUp()
  const { bootid } = await device.call(systemReady, {})
  await board.saveSnapshot('before')
  await device.call(addUser, { user: 'later', pwd: 'secret', sgrp: 'viewer' })
  await board.advance(DAY)
  // The fastest of a few: the machine may be busy.
  const took: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const started = performance.now()
    await board.restoreSnapshot('before')
    took.push(performance.now() - started)
  }
  expect(Math.min(...took)).toBeLessThan(100)
  expect((await device.call(getUsers, {})).viewer).not.toContain('later')
  expect((await device.call(systemReady, {})).bootid).toBe(bootid)
  const { dateTime } = await device.call(getAllTime, {})
  expect(Math.abs(Date.parse(dateTime) - Date.now())).toBeLessThan(2000)
})

test('after a factory default, a snapshot brings back its accounts and their passwords', async () => {
  const { board, device } = await setUp()
  await board.saveSnapshot('before')
  await device.call(factoryDefault, {})
  await expect
    .poll(() => board.state().happened.filter(({ id }) => id === 'running').length, {
      timeout: 10_000,
    })
    .toBe(2)
  await expect(device.call(getUsers, {})).rejects.toBeInstanceOf(DeviceFault)
  await board.restoreSnapshot('before')
  expect((await device.call(getUsers, {})).admin).toEqual(['root'])
  // The key stays with the device.
  await board.setPower('cycle')
  expect((await device.call(getUsers, {})).admin).toEqual(['root'])
})

test.each(['running', 'off'] as const)(
  'a snapshot of a device that is %s has the key of its secrets, which come back after a factory default',
  async (when) => {
    const { board, device, folder } = await setUp()
    const keyIn = (...place: string[]) =>
      readFileSync(join(folder, ...place, 'device', 'secrets.key'), 'latin1')
    await device.call(updateParameters, { 'root.RemoteService.ProxyPassword': 'open sesame' })
    const own = keyIn()
    if (when === 'off') await board.setPower('off')
    await board.saveSnapshot('before')
    expect(keyIn('snapshots', 'before')).toBe(own)
    await board.restoreFactoryValues()
    await board.restoreSnapshot('before')
    // Beside a key that the device may have made meanwhile.
    expect(keyIn()).toContain(own)
    // Without it, the device could not read its secrets, and would not start.
    await board.setPower('cycle')
    expect(board.state().device).toBe('running')
    expect((await device.call(getUsers, {})).admin).toEqual(['root'])
  },
)

test('a device whose database is lost stays down, until a snapshot or factory values replace it', async () => {
  const { board, device, folder, http } = await setUp()
  await board.saveSnapshot('before')
  const lose = async () => {
    await board.setPower('off')
    rmSync(join(folder, 'device', 'state.db'))
    await expect(board.setPower('on')).rejects.toThrow('Restore a snapshot, or factory values.')
    expect(board.state().device).toBe('lost')
    // Nobody can set it up.
    await expect(fetch(http)).rejects.toThrow('fetch failed')
  }
  await lose()
  expect(board.state().happened.at(-1)?.id).toBe('stateLost')
  const log = readFileSync(join(folder, 'log', 'device.log'), 'utf8')
  expect(log).toContain('state.db is missing, empty or damaged')
  await board.restoreSnapshot('before')
  expect((await device.call(getUsers, {})).admin).toEqual(['root'])
  await lose()
  await board.restoreFactoryValues()
  expect((await createClient({ base: http }).call(systemReady, {})).needsetup).toBe('yes')
})

test('a running device restores a snapshot that was saved without power', async () => {
  const { board, device } = await setUp()
  await device.call(addUser, { user: 'kept', pwd: 'secret', sgrp: 'viewer' })
  await board.setPower('off')
  await board.saveSnapshot('cold')
  await board.setPower('on')
  await device.call(addUser, { user: 'later', pwd: 'secret', sgrp: 'viewer' })
  await board.restoreSnapshot('cold')
  const { viewer } = await device.call(getUsers, {})
  expect([viewer.includes('kept'), viewer.includes('later')]).toEqual([true, false])
})

test('a restart by call has a new boot id and the same clock', async () => {
  const { board, device } = await setUp()
  await board.advance(DAY)
  const { bootid } = await device.call(systemReady, {})
  await device.call(restart, {})
  await expect
    .poll(() => board.state().happened.filter(({ id }) => id === 'running').length, {
      timeout: 10_000,
    })
    .toBe(2)
  expect((await device.call(systemReady, {})).bootid).not.toBe(bootid)
  const { dateTime } = await device.call(getAllTime, {})
  expect(Math.abs(Date.parse(dateTime) - Date.now() - DAY)).toBeLessThan(2000)
  expect(board.state().happened.map(({ id }) => id)).not.toContain('crashed')
})

test('a fault that is used up disappears from the bench too', async () => {
  const { board, device } = await setUp()
  board.setFaults([{ call: 'getbrand', fault: 'status', value: 503, times: 1 }])
  await board.inStep()
  await expect(device.call(getBrand, {})).rejects.toMatchObject({ status: 503 })
  await expect.poll(() => board.state().faults).toEqual([])
  await device.call(getBrand, {})
})

test('without its cable the device is unreachable, also after a start', async () => {
  const { board, device } = await setUp()
  board.setWorld({ cable: false })
  const unplugged = () =>
    expect(device.call(getBrand, {}, { timeoutMs: 500 })).rejects.toBeInstanceOf(DeviceFault)
  await expect.poll(async () => unplugged().then(() => true)).toBe(true)
  await board.setPower('cycle')
  await unplugged()
  board.setWorld({ cable: true })
  await expect.poll(() => device.call(getBrand, {}).catch(() => undefined)).toBeDefined()
})

test('setting the clock takes effect at once', async () => {
  const { board, device } = await setUp()
  await board.seed({ time: '2021-03-04T05:06:07Z' })
  expect((await device.call(getAllTime, {})).dateTime).toMatch(/^2021-03-04T05:06:0[78]Z$/)
})

test('a device that is told to stop exits by itself', async () => {
  const { board } = await setUp()
  const started = performance.now()
  await board.power.stop()
  expect(performance.now() - started).toBeLessThan(3000)
  expect(board.state()).toMatchObject({ power: false, device: 'off' })
})

test('a change on the bench has reached the device once the board is in step with it', async () => {
  const { board, device } = await setUp()
  for (let round = 0; round < 20; round += 1) {
    board.setFaults([{ call: 'getbrand', fault: 'status', value: 503 }])
    await board.inStep()
    await expect(device.call(getBrand, {})).rejects.toMatchObject({ status: 503 })
    board.setFaults([])
    await board.inStep()
    await device.call(getBrand, {})
  }
})
