/** The console in front of recorded devices, and of variants of them for firmware of other ages. */
import { test as base } from '@playwright/test'
import type { Recording } from '../../gateway/src/record/recording.ts'
import { ownRecording } from '../../gateway/src/record/testing.ts'
import {
  VARIANTS,
  withDocumentedDisks,
  withExtraStates,
  withListsTurned,
} from '../../gateway/src/record/variants.ts'
import { expect } from '../fixture.ts'
import { typeAddress } from '../rig/address.ts'
import { watchPages } from '../rig/page-guard.ts'
import { openConsole, startReplay } from '../rig/replay.ts'
import { walk } from './walk.ts'

type Age = keyof typeof VARIANTS

const AGES: Record<Age, string> = {
  '5.51': '5.51.7',
  '9.80': '9.80.2.2',
  '10.12': '10.12.182',
  '12.11': '12.11.77',
}

/** What recorded devices lack, such as all that is endless. A browser reports each in its log. */
const LACKING = /answered 404|status of 404|WebSocket|mjpg/

/** `open` shows the console in front of a recorded device. */
const test = base.extend<{ openReplayed: (recording: Recording) => Promise<void> }>({
  openReplayed: async ({ page, context }, provide) => {
    const ends: (() => Promise<void>)[] = []
    const guard = watchPages(context)
    guard.expect(LACKING)
    await provide(async (recording) => {
      const console = await startReplay(recording)
      ends.push(() => console.stop())
      await openConsole(page, console.site)
    })
    guard.stop()
    for (const end of ends) await end()
    expect(guard.faults()).toEqual([])
  },
})

/** Every product at one age, and one product at each: all of them together take several minutes. */
const WALKS: [product: string, age: Age][] = [
  ['A8307-E', '5.51'],
  ['A8307-E', '9.80'],
  ['A8307-E', '10.12'],
  ['A8307-E', '12.11'],
  ['A8207-VE', '9.80'],
  ['I8016-LVE', '12.11'],
  ['A8105-E', '5.51'],
  ['C1310-E', '5.51'],
  ['C1410', '12.11'],
  ['A1601', '5.51'],
]

for (const [product, age] of WALKS) {
  test(`every page of the ${product} opens with firmware ${age}`, async ({
    page,
    openReplayed,
  }) => {
    test.slow()
    await openReplayed(VARIANTS[age](ownRecording(product)))
    const routes = await walk(page, (route, text) => {
      // Words of programs, not of people.
      expect(text, route).not.toMatch(/undefined|NaN|\[object|Invalid Date/)
    })
    expect(routes.length).toBeGreaterThan(20)
    await typeAddress(page, '/maintenance/firmware')
    await expect(page.getByRole('main')).toContainText(AGES[age])
  })
}

test('what firmware 5.51 lacks is named where it would be, and the rest of the page works', async ({
  page,
  openReplayed,
}) => {
  await openReplayed(VARIANTS['5.51'](ownRecording('A8307-E')))
  const main = page.getByRole('main')
  await typeAddress(page, '/maintenance/firmware')
  await expect(main.getByText('Not reported by this firmware')).toBeVisible()
  await expect(main.getByRole('button', { name: 'Upgrade' })).toBeEnabled()
  await typeAddress(page, '/datetime')
  await expect(main.getByRole('time')).toHaveText(/^\d\d:\d\d:\d\d$/)
  await expect(main.getByLabel('Set date and time automatically')).toBeEnabled()
  await typeAddress(page, '/datetime/zone')
  await expect(main).toContainText('This firmware has no list of time zones.')
  await typeAddress(page, '/audio/input')
  await expect(main).toContainText('This firmware reports no sound level.')
  await expect(main.getByRole('slider', { name: 'Input gain' })).toBeVisible()
  await typeAddress(page, '/language')
  await expect(main.getByRole('button', { name: 'English' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

/** As a device answers that has nothing at these paths. */
const without = (recording: Recording, ...paths: string[]): Recording => ({
  ...recording,
  exchanges: recording.exchanges.filter(({ path }) => !paths.includes(path)),
})

test('pages whose calls a device lacks are left out, and say so under their address', async ({
  page,
  openReplayed,
}) => {
  const recording = VARIANTS['12.11'](ownRecording('A8307-E'))
  await openReplayed(without(recording, '/vapix/call', '/axis-cgi/applications/list.cgi'))
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'SIP accounts' })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Applications' })).toHaveCount(0)
  await expect(menu.getByRole('link', { name: 'Storage' })).toBeVisible()
  await typeAddress(page, '/sip/settings')
  const main = page.getByRole('main')
  await expect(main).toContainText("This device doesn't support this function.")
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('searchbox').fill('application')
  await expect(page.getByText('Install application')).toHaveCount(0)
})

test('disks, accounts and states are read as other devices write them', async ({
  page,
  openReplayed,
}) => {
  // Among its accounts are those of its own programs, such as sdk.
  const recording = VARIANTS['10.12'](ownRecording('A8307-E'))
  await openReplayed(withExtraStates(withListsTurned(withDocumentedDisks(recording))))
  const main = page.getByRole('main')
  await typeAddress(page, '/users')
  const table = main.getByRole('table', { name: 'Users' })
  await expect(table.getByRole('row').filter({ hasText: 'root' })).toContainText('Administrator')
  await expect(table.getByRole('row').filter({ hasText: 'person1' })).toContainText('Operator')
  await expect(table.getByRole('row')).toHaveCount(4)
  await typeAddress(page, '/storage')
  await expect(main.getByRole('heading', { name: 'SD card' })).toBeVisible()
  await typeAddress(page, '/audio')
  await expect(main).toContainText('Speaker test')
  await expect(page.getByRole('alert')).toHaveCount(0)
})
