/** The device with a real NTP server. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { advanceClock, seedDevice, setWorld } from '@lintel/contract/bench'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { getTimeStatus } from '@lintel/contract/calls/time'
import { expect, test } from '../fixture.ts'
import { needs } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'
import type { TimeServer } from '../rig/time-server.ts'
import { canServeTime, startTimeServer } from '../rig/time-server.ts'
import { formOf, offsetOf, saveServer } from './form.ts'

const DAY = 86_400_000

let server: TimeServer | undefined
test.beforeEach(async ({ rig }) => {
  test.skip(!(await canServeTime()), 'chrony is not installed, or port 123 may not be used here')
  await rig.put('ready')
})
test.afterEach(async () => {
  await server?.stop()
  server = undefined
})

const follow = (rig: Rig, address: string) =>
  rig.root.call(updateParameters, {
    'root.Time.ObtainFromDHCP': 'no',
    'root.Time.NTP.Server': address,
  })
needs(getTimeStatus)

const stateOf = async (rig: Rig) => (await rig.root.call(getTimeStatus, {})).state
const expectRight = (rig: Rig) =>
  expect.poll(async () => Math.abs(await offsetOf(rig)), { timeout: 15_000 }).toBeLessThan(150)

test('saving a server corrects a clock that is years off, and nobody is signed out (TIME-05, TIME-08, EXPECT-24)', async ({
  page,
  open,
  rig,
}) => {
  server = await startTimeServer()
  await rig.bench.call(seedDevice, { time: '2035-01-02T03:04:05Z' })
  await open('/datetime')
  await expect(formOf(page).clock).toHaveAttribute('datetime', /^2035/)
  await saveServer(page, server.address)
  await expectRight(rig)
  await expect(formOf(page).saved).toBeVisible({ timeout: 10_000 })
  await expect(formOf(page).source).toContainText(`Time server: ${server.address}`)
  await expect(formOf(page).source).toContainText('Synchronised')
  await expect(formOf(page).source).toContainText('Last answer: now.')
  const year = new RegExp(`^${new Date().getFullYear()}`)
  await expect(formOf(page).clock).toHaveAttribute('datetime', year)
  await expect(page.getByRole('banner').locator('time')).toHaveAttribute('datetime', year)
  await page.reload()
  await expect(formOf(page).server).toHaveValue(server.address)
})

test('follows the server from DHCP as soon as the lease has one (TIME-05, TIME-14)', async ({
  page,
  open,
  rig,
}) => {
  server = await startTimeServer()
  await rig.bench.call(seedDevice, { time: '2029-01-02T03:04:05Z' })
  await open('/datetime')
  await expect(formOf(page).source).toContainText('No server')
  await rig.bench.call(setWorld, { dhcp: { lease: { ntpServers: [server.address] } } })
  await expectRight(rig)
  await expect(formOf(page).source).toContainText(`Time server from DHCP: ${server.address}`)
  await expect(formOf(page).source).toContainText('Synchronised')
})

test('a clock that was moved is corrected at the next poll', async ({ rig }) => {
  server = await startTimeServer()
  await follow(rig, server.address)
  await expect.poll(() => stateOf(rig)).toBe('synchronised')
  for (const by of [3_600_000, 40 * DAY]) {
    await rig.bench.call(advanceClock, { milliseconds: by })
    await expectRight(rig)
  }
  // Later responses, which correct the rest of it, may have come since.
  const wrongBy = () => {
    const log = readFileSync(join(rig.dataFolder, 'log', 'device.log'), 'utf8')
    const offsets = log.matchAll(/"offset":(-?\d+),.*NTP synchronised/g)
    return Array.from(offsets, ([, by]) => Math.round(Number(by) / 3_600_000))
  }
  await expect.poll(wrongBy).toEqual(expect.arrayContaining([-1, -40 * 24]))
})

test('an unreachable server is reported without a reload, with the time of its last response', async ({
  page,
  open,
  rig,
}) => {
  server = await startTimeServer()
  await follow(rig, server.address)
  await expect.poll(() => stateOf(rig)).toBe('synchronised')
  await open('/datetime')
  await expect(formOf(page).source).toContainText('Synchronised')
  await server.stop()
  await rig.bench.call(advanceClock, { milliseconds: 180_000 })
  await expect(formOf(page).source).toContainText(`There is no time server at ${server.address}.`)
  await expect(formOf(page).source).toContainText('Last answer: 3 minutes ago.')
})

test('ignores a server that is not synchronised itself', async ({ page, open, rig }) => {
  server = await startTimeServer({ knows: false })
  await rig.bench.call(seedDevice, { time: '2029-01-02T03:04:05Z' })
  const before = await offsetOf(rig)
  await follow(rig, server.address)
  await open('/datetime')
  await expect(formOf(page).source).toContainText('is not synchronised itself')
  expect(await offsetOf(rig)).toBe(before)
})

test('reports a replugged cable and the corrected time (EXPECT-17)', async ({ rig }) => {
  server = await startTimeServer()
  await rig.bench.call(setWorld, { cable: false })
  await rig.bench.call(seedDevice, { time: '2029-01-02T03:04:05Z' })
  await rig.bench.call(advanceClock, { milliseconds: 3_600_000 })
  await rig.bench.call(setWorld, { cable: true })
  await follow(rig, server.address)
  await expectRight(rig)
})
