/** What the tiles of the overview show and do, checked at the device. */
import {
  advanceClock,
  getBench,
  pressKey,
  removeSdCard,
  setContact,
  setFaults,
  setPower,
  setWorld,
} from '@lintel/contract/bench'
import { readPorts, setPort } from '@lintel/contract/calls/io-ports'
import { systemReady } from '@lintel/contract/calls/system'
import { FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { expect, test } from '../fixture.ts'
import { closedAt, setPortParameters } from '../io-ports/port-actions.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { PERSONA } from '../rig/firmware.ts'
import { enableSip, expectFilledGrid, expectLoaded, tileOf } from './board.ts'

/** The relay of the A8307-E. */
const RELAY = { port: 4, id: 'I3' } as const

test('a door opens for its pulse time, is drawn open and counted down (EXPECT-13)', async ({
  page,
  open,
  rig,
}) => {
  await setPortParameters(rig, RELAY.id, {
    'Output.Name': 'Front door',
    'Output.Mode': 'monostable',
    'Output.PulseTime': '3000',
  })
  await open('/')
  const door = tileOf(page, 'Doors').getByRole('group', { name: 'Front door' })
  await expect(door.getByText('Locked', { exact: true })).toBeVisible()
  await expect(door.locator('[data-stands="open"]')).toHaveCount(0)
  await door.getByRole('button', { name: 'Open for 3 s' }).dblclick()
  await expect(door.getByText('Unlocked')).toBeVisible()
  await expect(door.locator('[data-stands="open"]')).toBeVisible()
  await expect(door.getByText(/^for another [0-3]\ss$/)).toBeVisible()
  expect(await closedAt(rig, RELAY.port)).toBe(true)
  await rig.bench.call(advanceClock, { milliseconds: 3_000 })
  await expect(door.getByText('Locked', { exact: true })).toBeVisible()
  await expect(door.getByText(/^for another/)).toHaveCount(0)
  expect(await closedAt(rig, RELAY.port)).toBe(false)
  await expectAccessible(page)
})

test('a door without a pulse opens for 5 s, and one that is held open can be locked', async ({
  page,
  open,
  rig,
}) => {
  await open('/')
  const door = tileOf(page, 'Doors').getByRole('group', { name: 'Output 4' })
  await door.getByRole('button', { name: 'Open for 5 s' }).click()
  await expect(door.getByText('Unlocked')).toBeVisible()
  await rig.bench.call(advanceClock, { milliseconds: 3_500 })
  expect(await closedAt(rig, RELAY.port)).toBe(true)
  await rig.bench.call(advanceClock, { milliseconds: 1_500 })
  await expect(door.getByText('Locked', { exact: true })).toBeVisible()
  expect(await closedAt(rig, RELAY.port)).toBe(false)
  // Another client holds it open, so the remaining time is unknown.
  await rig.root.call(setPort, { action: `${RELAY.port}:/` })
  await expect(door.getByText('Unlocked')).toBeVisible()
  await expect(door.getByText(/^for another/)).toHaveCount(0)
  await door.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(door.getByText('Locked', { exact: true })).toBeVisible()
  expect(await closedAt(rig, RELAY.port)).toBe(false)
})

test('a refused order to a door is reported', async ({ page, open, rig, expectFailures }) => {
  expectFailures(...FAULT_ERRORS)
  await open('/')
  const tile = tileOf(page, 'Doors')
  await expect(tile.getByText('Locked', { exact: true })).toBeVisible()
  await rig.bench.call(setFaults, {
    faults: [{ call: setPort.id, fault: 'status', value: 500 }],
  })
  await tile.getByRole('button', { name: 'Open for 5 s' }).click()
  await expect(tile.getByRole('alert')).toContainText('Not switched.')
  await expect(tile.getByText('Locked', { exact: true })).toBeVisible()
  expect(await closedAt(rig, RELAY.port)).toBe(false)
})

test('inputs follow their contacts, and an output is switched', async ({ page, open, rig }) => {
  await setPortParameters(rig, 'I0', { 'Input.Name': 'Door contact' })
  await open('/')
  const tile = tileOf(page, 'I/O ports')
  const contact = tile.getByRole('group', { name: 'Door contact' })
  await expect(contact.getByText('Inactive')).toBeVisible()
  await rig.bench.call(setContact, { port: 1, closed: true })
  await expect(contact.getByText('Active', { exact: true })).toBeVisible()
  await expect(tileOf(page, 'Latest events').getByText('Door contact is active')).toBeVisible()
  const output = tile.getByRole('switch', { name: 'Output 3' })
  await output.click()
  await expect(output).toBeChecked()
  expect(await closedAt(rig, 3)).toBe(true)
  await expect(output).not.toHaveAttribute('aria-busy')
  await output.press('Space')
  await expect(output).not.toBeChecked()
  expect(await closedAt(rig, 3)).toBe(false)
})

test('storage, temperature, time and uptime are those of the device', async ({
  page,
  open,
  rig,
}) => {
  await open('/')
  const storage = tileOf(page, 'Storage')
  await expect(storage.getByText('Mounted')).toBeVisible()
  await expect(storage.getByRole('progressbar', { name: 'Used space' })).toBeVisible()
  await rig.bench.call(removeSdCard, {})
  await expect(storage.getByText('No SD card in the device')).toBeVisible()
  const temperature = tileOf(page, 'Temperature')
  await expect(temperature.getByText('Normal', { exact: true })).toBeVisible()
  await rig.bench.call(setWorld, { temperature: 75 })
  await expect(temperature.getByText('Too hot')).toBeVisible()
  expect((await rig.bench.call(getBench, {})).display.state).toBe('off')
  await expect(tileOf(page, 'Device time').getByText(/^\d\d:\d\d:\d\d$/)).toBeVisible()
  const uptime = PERSONA === '9.80' ? 'Not reported by this firmware' : /^Since \d/
  await expect(tileOf(page, 'Uptime').getByText(uptime)).toBeVisible()
})

test('a tile that fails can be tried again, and does not affect the others (EXPECT-11, EXPECT-12)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await rig.bench.call(setFaults, {
    faults: [{ call: 'disks.list', fault: 'status', value: 500 }],
  })
  await open('/')
  const storage = tileOf(page, 'Storage')
  await expect(storage.getByText('This could not be loaded.')).toBeVisible()
  await expect(tileOf(page, 'Doors').getByText('Locked', { exact: true })).toBeVisible()
  await expect(page.getByText('This could not be loaded.')).toHaveCount(1)
  await rig.bench.call(setFaults, { faults: [] })
  await storage.getByRole('button', { name: 'Try again' }).click()
  await expect(storage.getByText('Mounted')).toBeVisible()
})

test('values stay while the device is gone, nothing moves, and they are current again once it is back (EXPECT-17)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed|WebSocket|ERR_/i)
  await open('/')
  await expectLoaded(page)
  const door = tileOf(page, 'Doors').getByRole('group', { name: 'Output 4' })
  await expect(door.getByText('Locked', { exact: true })).toBeVisible()
  const titles = ['Doors', 'I/O ports', 'Storage', 'Temperature', 'Uptime']
  const places = async () => {
    const boxes = await Promise.all(titles.map((title) => tileOf(page, title).boundingBox()))
    return boxes.map((box) => box && [box.x, box.y, box.width, box.height])
  }
  const before = await places()
  await rig.bench.call(setPower, { action: 'off' })
  await expect(
    page.getByRole('alert').filter({ hasText: /What you see is as of \d\d:\d\d\./ }),
  ).toBeVisible()
  await expect(page.getByRole('banner').getByText('No answer')).toBeVisible()
  await expect(door.getByRole('button')).toBeDisabled()
  await expect(door.getByText('Locked', { exact: true })).toBeVisible()
  for (const title of titles) {
    await expect(tileOf(page, title).getByText('Unknown', { exact: true })).toHaveCount(0)
  }
  expect(await places()).toEqual(before)
  await rig.bench.call(setPower, { action: 'on' })
  await expect(page.getByRole('banner').getByText('No answer')).toBeHidden({ timeout: 15_000 })
  await expect(door.getByText('Locked', { exact: true })).toBeVisible()
  await expect(door.getByRole('button')).toBeEnabled()
  // The states that the device announced at its start are no events.
  await expect(tileOf(page, 'Latest events').getByText(/^Nothing since \d/)).toBeVisible()
})

test('the title of a tile links to its page', async ({ page, open }) => {
  await open('/')
  await tileOf(page, 'Storage').getByRole('link', { name: 'Storage' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Storage' })).toBeVisible()
})

test.describe('how it opens', () => {
  test.use({ reuse: 'nothing' })

  test('events appear as they happen, and the tile says since when', async ({
    page,
    open,
    rig,
  }) => {
    await open('/')
    const events = tileOf(page, 'Latest events')
    await expect(events.getByText(/^Nothing since \d/)).toBeVisible()
    await rig.bench.call(pressKey, { key: 'callButton' })
    await expect(events.getByText('Call button pressed')).toBeVisible()
    await expect(events.getByText(/^Events since \d/)).toBeVisible()
  })

  for (const width of [390, 1360]) {
    test(`no tile moves another one while they load, at ${width} px`, async ({ page, open }) => {
      await page.setViewportSize({ width, height: 2_400 })
      await page.addInitScript(() => {
        const moved: number[] = []
        Object.assign(globalThis, { moved })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            moved.push((entry as { value?: number }).value ?? 0)
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await open('/')
      await expectLoaded(page)
      const shift = await page.evaluate(() =>
        (globalThis as unknown as { moved: number[] }).moved.reduce((sum, one) => sum + one, 0),
      )
      expect(shift).toBeLessThan(0.02)
    })
  }
})

test.describe('a tile that may have nothing to show', () => {
  test.use({ reuse: 'nothing', viewport: { width: 1360, height: 1200 } })

  test('is small until it has something, and keeps its size during a visit', async ({
    page,
    open,
    rig,
  }) => {
    await open('/')
    await expectLoaded(page)
    const heightOf = async (title: string) => (await tileOf(page, title).boundingBox())?.height ?? 0
    const accounts = tileOf(page, 'SIP accounts')
    await expect(accounts.getByText('SIP is disabled.')).toBeVisible()
    const small = await heightOf('SIP accounts')
    expect(small).toBeLessThan(1.2 * (await heightOf('Uptime')))
    await enableSip(rig)
    await expect(accounts.getByRole('listitem')).toHaveCount(1)
    expect(await heightOf('SIP accounts')).toBeLessThan(small + 10)
    await page.reload()
    await expectLoaded(page)
    await expect.poll(() => heightOf('SIP accounts')).toBeGreaterThan(small + 90)
    // Calls have still not been made.
    expect(await heightOf('Calls')).toBeLessThan(small + 10)
  })
})

test.describe('a viewer', () => {
  test.use({ person: 'viewer' })

  test('sees states and can switch nothing', async ({ page, open, rig }) => {
    await open('/')
    await expectLoaded(page)
    const doors = tileOf(page, 'Doors')
    await expect(doors.getByText('Locked', { exact: true })).toBeVisible()
    await expect(doors.getByRole('button')).toHaveCount(0)
    await expect(tileOf(page, 'I/O ports').getByRole('switch')).toHaveCount(0)
    for (const title of ['Calls', 'SIP accounts', 'Storage', 'Temperature']) {
      await expect(tileOf(page, title)).toHaveCount(0)
    }
    await rig.root.call(setPort, { action: `${RELAY.port}:/` })
    await expect(doors.getByText('Unlocked')).toBeVisible()
    // Viewers may open neither page.
    await expect(doors.getByRole('link')).toHaveCount(0)
  })
})

test.describe('an operator', () => {
  test.use({ person: 'operator' })

  test('opens the door', async ({ page, open, rig }) => {
    await open('/')
    const doors = tileOf(page, 'Doors')
    await doors.getByRole('button', { name: 'Open for 5 s' }).click()
    await expect(doors.getByText('Unlocked')).toBeVisible()
    const lines = await rig.root.call(readPorts, { checkactive: String(RELAY.port) })
    expect(lines).toEqual([[`port${RELAY.port}`, 'active']])
  })
})

test.describe('the room', () => {
  test.use({ reuse: 'device' })

  test('on a phone, tiles are as high as their content', async ({ page, open }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await open('/')
    await expectLoaded(page)
    const ends = await page.locator('main section:has(h2)').evaluateAll((all) =>
      all.map((tile) => {
        const content = Array.from(tile.querySelectorAll(':scope > div *'), (one) =>
          one.getBoundingClientRect(),
        )
        return (
          tile.getBoundingClientRect().bottom - Math.max(...content.map(({ bottom }) => bottom))
        )
      }),
    )
    expect(Math.max(...ends)).toBeLessThan(20)
  })

  for (const width of [1360, 1920, 2560]) {
    test(`the tiles of an administrator fill the grid, at ${width} px`, ({ page, open }) =>
      expectFilledGrid({ page, open }, { width, title: 'Doors' }))
  }
})

test.describe('after a start', () => {
  test.use({ reuse: 'nothing' })

  test('the uptime counts the time that the bench skips', async ({ page, open, rig }) => {
    // Other tests may have moved the clock by days.
    await rig.bench.call(setPower, { action: 'cycle' })
    const ready = () =>
      rig.anonymous.call(systemReady, { timeout: 0 }).then(
        ({ systemready }) => systemready,
        () => 'no',
      )
    await expect.poll(ready).toBe('yes')
    await open('/')
    await expectLoaded(page)
    const tile = tileOf(page, 'Uptime')
    await expect(tile.getByText(/^\d+\ss$/)).toBeVisible()
    await rig.bench.call(advanceClock, { milliseconds: 3 * 3_600_000 })
    await expect(tile.getByText(/^3\sh 0\d\smin$/)).toBeVisible()
  })
})

test.describe('for a viewer', () => {
  test.use({ person: 'viewer', reuse: 'device' })

  test('a window that becomes narrow has the tiles below each other', async ({ page, open }) => {
    await page.setViewportSize({ width: 1360, height: 800 })
    await open('/')
    await expectLoaded(page)
    const widths = () =>
      page
        .locator('main section')
        .evaluateAll((all) => [
          ...new Set(all.map((one) => Math.round(one.getBoundingClientRect().width))),
        ])
    await page.setViewportSize({ width: 390, height: 800 })
    await expect.poll(widths).toEqual([358])
    await page.setViewportSize({ width: 1360, height: 800 })
    await expect.poll(async () => (await widths()).length).toBeGreaterThan(1)
  })
})
