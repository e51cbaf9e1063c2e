/** Actions on the bench reach the device and its clients. */
import { getBench } from '@lintel/contract/bench'
import { eventSocket } from '@lintel/contract/calls/events'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { getDateTimeInfo, setTimeZone } from '@lintel/contract/calls/time'
import { addUser, getUsers } from '@lintel/contract/calls/users'
import type { BrowserContext, Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { notThroughGateway } from '../rig/gateway.ts'
import { PASSWORD } from '../rig/accounts.ts'
import { pathOf } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'
import { diskIn, expectDisk } from '../storage/disks.ts'
import { openLaboratory } from './laboratory.ts'

const lastEntry = (page: Page) =>
  page.getByRole('log', { name: 'What happened' }).getByRole('listitem').last()
const screen = (page: Page) => page.getByRole('region', { name: 'Display' })
const temperature = (page: Page) => page.getByRole('slider', { name: 'Temperature' })

/** Opens the bench next to a signed-in console. */
async function openConsole(context: BrowserContext, rig: Rig, route: string) {
  const page = await context.newPage()
  await page.goto(rig.site + at(route))
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return page
}

test.beforeEach(async ({ page, rig }) => {
  await page.goto(rig.addresses.bench)
  await expect(page.getByText('Running')).toBeVisible()
})

test('reports every key in order', async ({ page, rig }) => {
  const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#']
  // A PIN has four keys, or as many as `#` ends.
  const entered: Record<string, string> = {
    '4': 'A PIN of 4 keys is entered.',
    '8': 'A PIN of 4 keys is entered.',
    '#': 'A PIN of 3 keys is entered.',
  }
  for (const key of keys) {
    await page.getByRole('button', { name: `Key ${key}`, exact: true }).click()
    await expect(lastEntry(page)).toContainText(entered[key] ?? `Key ${key} is pressed.`)
  }
  await page.getByRole('button', { name: 'Ring' }).click()
  const pressed = async () =>
    (await rig.bench.call(getBench, {})).happened
      .filter(({ id }) => id === 'pressed')
      .map(({ values }) => values['key'])
      .slice(-13)
  await expect.poll(pressed).toEqual([...keys, 'callButton'])
  const log = page.getByRole('log', { name: 'What happened' })
  await expect(log.getByText('The call button is pressed.').last()).toBeVisible()
})

/** Subscribes to the heat topics on the event socket, as any client may, and records the events. */
async function followHeat(page: Page) {
  const events: { topic: string; state: string }[] = []
  await page.exposeFunction('keepTold', (text: string) => {
    const { params } = JSON.parse(text) as {
      params?: {
        notifications?: {
          topic: string
          data: { Data: { SimpleItem: { Name: string; Value: string }[] } }
        }[]
      }
    }
    for (const { topic, data } of params?.notifications ?? []) {
      const item = data.Data.SimpleItem.find(({ Name }) => Name === 'HeatState')
      events.push({ topic, state: item?.Value ?? '' })
    }
  })
  await page.evaluate(
    (path) =>
      new Promise<void>((resolve, reject) => {
        const socket = new WebSocket(`ws://${location.host}${path}`)
        const { keepTold } = globalThis as unknown as { keepTold: (text: string) => void }
        const topics = ['Device/Intercom/OperatingState', 'Device/Doorstation/OperatingState']
        socket.addEventListener('error', () => reject(new Error('The event socket failed.')))
        socket.addEventListener('open', () => {
          const params = { style: 'ttMessage', functions: ['axev:notify'], topics }
          socket.send(
            JSON.stringify({ apiVersion: '1.0', id: 'heat', method: 'axev:subscribe', params }),
          )
        })
        socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
          keepTold(data)
          resolve()
        })
      }),
    pathOf(eventSocket),
  )
  return events
}

/** What the log says of the heat. */
const HEAT = {
  Hot: 'The device is too hot at 75\u{a0}°C, so its display is switched off.',
  Warning: 'The device is warm at 64\u{a0}°C, so its display goes to sleep after 5\u{a0}s.',
  Normal: 'The device is back at a normal temperature: 20\u{a0}°C.',
  Cold: 'The device is too cold at \u{2212}30\u{a0}°C, so its display may be slow.',
}

test('sends heat events on both topics and dims the display (DEVICE-151, DEVICE-153)', async ({
  page,
  context,
  rig,
}) => {
  const console = await openConsole(context, rig, '/maintenance')
  const events = await followHeat(console)
  const both = (state: string) => [
    { topic: 'tns1:Device/tnsaxis:Doorstation/OperatingState', state },
    { topic: 'tns1:Device/tnsaxis:Intercom/OperatingState', state },
  ]
  const newest = () => events.slice(-2).toSorted((a, b) => a.topic.localeCompare(b.topic))
  await expect.poll(newest).toEqual(both('Normal'))
  for (const [degrees, state] of [
    ['75', 'Hot'],
    ['64', 'Warning'],
    ['20', 'Normal'],
    ['-30', 'Cold'],
  ] as const) {
    await temperature(page).fill(degrees)
    await expect.poll(newest).toEqual(both(state))
    await expect(lastEntry(page)).toContainText(HEAT[state])
    await expect(screen(page)).toHaveAttribute('data-state', state === 'Hot' ? 'off' : 'on')
  }
})

test('the display follows the device’s name, time zone and clock', async ({ page, rig }) => {
  await rig.root.call(updateParameters, {
    'root.Network.Bonjour.FriendlyName': 'Front gate <b>5</b>',
  })
  await expect(screen(page)).toContainText('Welcome')
  await expect(screen(page)).toContainText('Front gate <b>5</b>')
  const asleep = page.getByRole('button', { name: 'The display sleeps. Touch it.' })
  const expectTime = () =>
    expect(async () => {
      if (await asleep.isVisible()) await asleep.click()
      const { localDateTime } = await rig.root.call(getDateTimeInfo, {})
      await expect(screen(page)).toContainText(localDateTime.slice(11, 16), { timeout: 300 })
    }).toPass({ timeout: 8_000 })
  await rig.root.call(setTimeZone, { timeZone: 'Asia/Kolkata' })
  await expectTime()
  await page.getByRole('button', { name: '1 day' }).click()
  // The buttons are disabled while the clock moves.
  const hour = page.getByRole('button', { name: '1 hour' })
  await expect(hour).toBeEnabled({ timeout: 30_000 })
  await hour.click()
  await expect(page.getByText('1 day 1 h ahead of this computer')).toBeVisible()
  // Nobody was in front of it during that time.
  await expect(asleep).toBeVisible()
  await expectTime()
})

test('restoring a snapshot brings back its accounts and ends all sessions', async ({
  page,
  context,
  rig,
  expectFailures,
}) => {
  notThroughGateway('the gateway has sessions of its own, and the passwords stay')
  expectFailures(/401|WebSocket/)
  await openLaboratory(page)
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('before-the-guest')
  await page.getByRole('button', { name: 'Save snapshot' }).click()
  await expect(page.getByText('Snapshot before-the-guest is saved.', { exact: true })).toBeVisible()
  await rig.root.call(addUser, { user: 'guest', pwd: PASSWORD, sgrp: 'viewer' })
  const console = await openConsole(context, rig, '/users')
  await expect(console.getByRole('cell', { name: 'guest', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Restore snapshot' }).click()
  await expect(
    page.getByText('Snapshot before-the-guest is restored.', { exact: true }),
  ).toBeVisible()
  expect((await rig.root.call(getUsers, {})).viewer).not.toContain('guest')
  await expect(console.getByRole('dialog', { name: 'Sign in again' })).toBeVisible({
    timeout: 10_000,
  })
})

test('a snapshot that doesn’t exist is refused with the reason', async ({
  page,
  expectFailures,
}) => {
  expectFailures(/4\d\d/)
  await openLaboratory(page)
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('no such')
  await page.getByRole('button', { name: 'Restore snapshot' }).click()
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('1 to 40 letters, digits and hyphens.')
  await name.fill('no-such-snapshot')
  await page.getByRole('button', { name: 'Restore snapshot' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'no-such-snapshot' })).toBeVisible()
})

test('a fault switched on here affects the console until it is switched off', async ({
  page,
  context,
  rig,
  expectFailures,
}) => {
  expectFailures(/503/)
  await openLaboratory(page)
  await expect(page.getByText('Every call works.')).toBeVisible()
  await page.getByLabel('Call', { exact: true }).fill('pwdgrp.get')
  await page.getByLabel('What it does').selectOption('Answers with a status')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect(page.getByText('Answers with 503')).toBeVisible()
  expect((await rig.bench.call(getBench, {})).faults).toEqual([
    { call: 'pwdgrp.get', fault: 'status', value: 503 },
  ])
  const console = await openConsole(context, rig, '/users')
  await expect(console.getByText('This could not be loaded.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove the fault of pwdgrp.get' }).click()
  await expect(page.getByText('Every call works.')).toBeVisible()
  await console.getByRole('button', { name: 'Try again' }).click()
  await expect(console.getByRole('cell', { name: 'lobby', exact: true })).toBeVisible()
})

test('a fault with a limited count shows how many are left', async ({
  page,
  context,
  rig,
  expectFailures,
}) => {
  expectFailures(/503/)
  await openLaboratory(page)
  await page.getByLabel('Call', { exact: true }).fill('pwdgrp')
  await page.getByLabel('What it does').selectOption('Answers with a status')
  await page.getByLabel('How often').fill('0')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect(page.getByLabel('How often')).toBeFocused()
  await page.getByLabel('How often').fill('2')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect(page.getByText('2 more times')).toBeVisible()
  const console = await openConsole(context, rig, '/users')
  await expect(page.getByText('once more')).toBeVisible()
  await console.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Every call works.')).toBeVisible()
})

test('power off and on in one press starts a new boot with the same settings', async ({
  page,
  rig,
}) => {
  await rig.root.call(addUser, { user: 'guest', pwd: PASSWORD, sgrp: 'viewer' })
  const sinceOff = async () => {
    const { happened } = await rig.bench.call(getBench, {})
    return happened.slice(happened.findLastIndex(({ id }) => id === 'powerOff'))
  }
  // An earlier test may have cut the power, too.
  const [before] = await sinceOff()
  await page.getByRole('button', { name: 'Cut and restore' }).click()
  await expect.poll(async () => (await sinceOff())[0]).not.toEqual(before)
  // Other entries may follow: the device mounts its card.
  await expect
    .poll(async () => (await sinceOff()).map(({ id }) => id))
    .toEqual(expect.arrayContaining(['powerOff', 'powerOn', 'running']))
  const powerOff = page.getByRole('listitem').filter({ hasText: 'The power is off.' }).last()
  const answered = 'xpath=following-sibling::li[contains(., "The device answered after")]'
  await expect(powerOff.locator(answered)).toBeVisible()
  await expect(page.getByText('Running')).toBeVisible()
  expect((await rig.root.call(getUsers, {})).viewer).toContain('guest')
})

test('a card of each kind is put into the slot and taken out', async ({ page, rig }) => {
  const card = page.getByRole('region', { name: 'SD card' })
  for (const [name, found] of [
    ['New, unformatted', { status: 'failed', filesystem: 'illegal' }],
    ['New, vfat', { status: 'OK', filesystem: 'vfat' }],
    ['Encrypted by another device', { status: 'no passphrase', diskencrypted: 'true' }],
    ['Damaged', { status: 'failed', filesystem: 'ext4' }],
    ['Unknown file system', { status: 'failed', filesystem: 'illegal' }],
    ['New, ext4', { status: 'OK', filesystem: 'ext4' }],
    ['Full', { status: 'OK', filesystem: 'ext4' }],
    ['The card that was taken out', { status: 'OK', filesystem: 'ext4' }],
  ] as const) {
    await card.getByRole('button', { name: 'Take out' }).click()
    await expect(card).toContainText('Beside the device')
    await expectDisk(rig, { status: 'disconnected' })
    await card.getByRole('combobox', { name: 'Card' }).selectOption(name)
    await card.getByRole('button', { name: 'Put in' }).click()
    await expect(card).toContainText('In the slot')
    await expectDisk(rig, found)
  }
  // Neither of the last two was a new one.
  const { totalsize, freesize } = await diskIn(rig)
  expect(Number(freesize) / Number(totalsize)).toBeLessThan(0.01)
})
