/**
 * Upgrades and rollbacks with real firmware images, from choosing the file to the running version.
 */
import { setFaults, setPower } from '@lintel/contract/bench'
import { commitFirmware, rollbackFirmware, rollbackSettings } from '@lintel/contract/calls/firmware'
import { systemReady } from '@lintel/contract/calls/system'
import { at, expect, test as base } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { PERSONA } from '../rig/firmware.ts'
import type { Page } from '@playwright/test'
import type { Images } from '../rig/firmware-image.ts'
import { makeImages } from '../rig/firmware-image.ts'
import { needs } from '../rig/firmware.ts'
import { startRig } from '../rig/rig.ts'
import { firmwareOf, pressUpgrade, tabOf, throttle } from './firmware.ts'
import {
  expectDowntime,
  expectOverlay,
  expectPage,
  expectRestarted,
  flagIn,
  needsBootId,
  overlayOf,
  restartsOn,
  startOf,
} from './overlay.ts'

/** With images to upgrade to, and a board that trusts their signing key. */
const test = base.extend<object, { images: Images }>({
  images: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs
    async ({}, provide) => provide(await makeImages('9.81.0')),
    // It packs some images, which takes long on a busy host.
    { scope: 'worker', timeout: 180_000 },
  ],
  rig: [
    async ({ product, images: _trusted }, provide) => {
      const rig = await startRig({ product })
      await provide(rig)
      await rig.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

test.use({ reuse: 'nothing' })

/** For a file of some megabytes, which first goes to the browser. */
const LARGE = { timeout: 30_000 }

/** Lets the page read that the firmware is on trial until `end`, however long that takes. */
async function holdTrial(page: Page) {
  let over = false
  await page.route(/firmwaremanagement/, async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data?: { isCommited?: boolean } }
    if (!over && answer.data?.isCommited !== undefined) answer.data.isCommited = false
    await route.fulfill({ response, json: answer })
  })
  return {
    end() {
      over = true
    },
  }
}

/** Keeps the page from learning that the device is back, so that the overlay stays to be looked at. */
async function holdReady(page: Page) {
  let end = () => {}
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  await page.route(/systemready/, async (route) => {
    await over
    // The page may have given up on it.
    await route.continue().catch(() => undefined)
  })
  return { end }
}

const NEW_FIRMWARE = 'Starting the new firmware'
const FAILED = 'The upgrade failed. The device still runs its earlier firmware.'

test.beforeEach(async ({ page, expectFailures }) => {
  await expectDowntime(page, expectFailures)
})

test('an upgrade shows file, progress and overlay, and reports success only after the device is back (MAINT-10, MAINT-14, EXPECT-37)', async ({
  page,
  open,
  rig,
  images,
}) => {
  test.skip(PERSONA !== 'own', 'an emulated firmware reports its own version whatever is installed')
  test.slow()
  const before = await startOf(rig)
  const { activeFirmwareVersion: old } = await firmwareOf(rig)
  await open('/maintenance')
  await page.getByRole('link', { name: 'Firmware upgrade' }).click()
  const tab = tabOf(page)
  await expect(page.locator('[data-field="active"]')).toHaveText(old)
  await expect(page.locator('[data-field="inactive"]')).toHaveText('None')
  await tab.file.setInputFiles(images.good, LARGE)
  await expect(tab.form).toContainText(/good\.img \d+(\.\d)? (k|M)B/)
  await expectAccessible(page)
  const sent = page.waitForRequest(/firmwareupgrade/)
  await throttle(page, images.good.buffer.length / 2)
  await tab.upgrade.click()
  await expect(tab.form).toContainText(/[1-9][\d,]* of [\d,]+ bytes/)
  const step = page.locator('[aria-current="step"]')
  await expect(step).toHaveText(/^Sending the file[1-9]?\d%$/)
  expect(await flagIn(page)).toBeNull()
  expect(new URL((await sent).url()).search).toBe('?type=normal')
  const ready = await holdReady(page)
  await (await sent).response()
  await expectOverlay(page, NEW_FIRMWARE)
  expect(await flagIn(page)).toMatchObject({ type: 'upgrade' })
  await expect(step).toHaveText(/^(Installing|Starting up)$/)
  await expect(page.getByRole('listitem')).toHaveText([
    /^Sending the file/,
    /^Checking the file/,
    /^Installing/,
    'Starting up',
    'Opening this page',
  ])
  const bar = overlayOf(page).dialog.getByRole('progressbar', { name: 'Progress' })
  await expect(bar).toHaveAttribute('aria-valuetext', /^Step [34] of 5: (Installing|Starting up)$/)
  await expectRestarted(rig, before)
  const trial = await holdTrial(page)
  ready.end()
  await page.clock.fastForward(30_000)
  await expectOverlay(page, 'The new firmware is on trial')
  await page.clock.fastForward(3_000)
  await expectPage(page, 'Overview')

  await page.goto(at('/maintenance/firmware'))
  await page.reload()
  await expect(page.getByText(`Firmware ${images.version} is on trial.`)).toBeVisible()
  await expect(page.locator('[data-field="active"]')).toHaveText(`${images.version}, on trial`)
  await expect(tab.upgrade).toBeDisabled()
  await rig.root.call(commitFirmware, {})
  trial.end()
  await page.clock.fastForward(5_000)
  const kept = page.getByRole('status').filter({ hasText: 'and keeps it.' })
  await expect(kept).toContainText(`The device runs firmware ${images.version}`)
  await expect(kept).toContainText(/Other actions are possible again in 2\smin \d\d\ss\./)
  await expect(page.locator('[data-field="active"]')).toHaveText(images.version)
  await expect(page.getByText('The device has been upgraded.')).toHaveCount(0)
  await page.clock.fastForward(150_000)
  const done = page.getByRole('status').filter({ hasText: 'The device has been upgraded.' })
  await expect(done).toContainText(`It runs firmware ${images.version}.`)
  await expect(page.locator('[data-field="inactive"]')).toHaveText(old)
  expect(await firmwareOf(rig)).toMatchObject({
    activeFirmwareVersion: images.version,
    inactiveFirmwareVersion: old,
  })

  await page.getByRole('link', { name: 'Maintenance actions' }).click()
  const back = page.getByRole('button', { name: `Roll back to ${old}` })
  const upgraded = await startOf(rig)
  await back.dblclick()
  await expectOverlay(page, 'Rolling back the firmware')
  await expectRestarted(rig, upgraded)
  await rig.root.call(commitFirmware, {})
  expect(await restartsOn(rig)).toBe(2)
  await page.clock.fastForward(30_000)
  await expectPage(page, 'Overview')
  await expect(page.getByText('now runs its other firmware')).toHaveCount(0)
  await page.clock.fastForward(150_000)
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
    `The device now runs its other firmware. It runs firmware ${old}.`,
  )
  expect(await firmwareOf(rig)).toMatchObject({ activeFirmwareVersion: old })
})

test('reports that the device rolled back firmware that does not boot (MAINT-12, MAINT-15, OPEN-18)', async ({
  page,
  open,
  rig,
  images,
}) => {
  needsBootId()
  test.slow()
  const before = await startOf(rig)
  const { activeFirmwareVersion: old } = await firmwareOf(rig)
  await open('/maintenance/firmware')
  await tabOf(page).file.setInputFiles(images.broken, LARGE)
  await pressUpgrade(page)
  await expectOverlay(page, NEW_FIRMWARE)
  await expectRestarted(rig, before)
  await page.clock.fastForward(30_000)
  await expectPage(page, 'Overview')
  const alert = page.getByRole('alert').filter({ hasText: FAILED })
  await expect(alert).toContainText(`It has restarted and still runs firmware ${old}.`)
  await expect(overlayOf(page).dialog).toHaveCount(0)
  expect(await firmwareOf(rig)).toMatchObject({ activeFirmwareVersion: old })
})

test('with the box ticked, the device starts with factory defaults and the wizard opens (MAINT-13)', async ({
  page,
  open,
  rig,
  images,
}) => {
  test.slow()
  const before = await startOf(rig)
  await open('/maintenance/firmware')
  const sent = page.waitForRequest(/firmwareupgrade/)
  await tabOf(page).file.setInputFiles(images.good, LARGE)
  await tabOf(page).factoryDefault.check()
  await tabOf(page).upgrade.click()
  expect(new URL((await sent).url()).search).toBe('?type=factorydefault')
  // It is there until the device is back, which may be sooner than this test hears of the answer.
  await overlayOf(page).title.filter({ hasText: NEW_FIRMWARE }).waitFor({ timeout: 60_000 })
  await expectRestarted(rig, before)
  await page.clock.fastForward(30_000)
  await expect(page.getByRole('heading', { name: 'Choose the root password' })).toBeVisible()
  expect(await rig.anonymous.call(systemReady, { timeout: 0 })).toMatchObject({ needsetup: 'yes' })
})

test('refuses a file that is not an image with the reason, and keeps it chosen (MAINT-15, MAINT-16, EXPECT-30)', async ({
  page,
  open,
  rig,
  images,
}) => {
  const before = await startOf(rig)
  await open('/maintenance/firmware')
  const tab = tabOf(page)
  await tab.upgrade.click()
  await expect(tab.form).toContainText('Choose the file with the new firmware first.')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeFocused()
  const half = images.good.buffer.subarray(0, images.good.buffer.length / 2)
  await tab.file.setInputFiles({ ...images.good, name: 'half.img', buffer: half }, LARGE)
  await tab.upgrade.click()
  const alert = page.getByRole('alert').filter({ hasText: FAILED })
  await expect(alert).toContainText('The firmware image is incomplete.')
  await expect(tab.form).toContainText('half.img')
  await expect(overlayOf(page).dialog).toHaveCount(0)
  expect(await flagIn(page)).toBeNull()
  expect(await startOf(rig)).toBe(before)
  await expectAccessible(page)
  // The field's value is cleared, so browsers report the same file again when it is chosen again.
  await expect(tab.file).toHaveValue('')
  await tab.file.setInputFiles({ ...images.good, name: 'half.img' }, LARGE)
  await expect(alert).toHaveCount(0)
  await expect(tab.form).toContainText('half.img')
})

test('an upload can be cancelled or left after a confirmation, and a lost connection shows how far it got (EXPECT-29, MAINT-12)', async ({
  page,
  open,
  rig,
  images,
}) => {
  test.slow()
  await open('/maintenance/firmware')
  const tab = tabOf(page)
  const sending = () => expect(tab.form).toContainText(/[1-9][\d,]* of [\d,]+ bytes/)
  await tab.file.setInputFiles(images.good, LARGE)
  await throttle(page, images.good.buffer.length / 30)
  await tab.upgrade.click()
  await sending()
  await page.getByRole('link', { name: 'Maintenance actions' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Leave and cancel the upload?' })
  await expect(confirmation).toContainText('the upload stops and nothing changes')
  await expectAccessible(page)
  await confirmation.getByRole('button', { name: 'Stay' }).click()
  await tab.cancel.click()
  await expect(tab.form).toContainText(
    'The upgrade was cancelled. Nothing on the device has changed.',
  )

  await tab.upgrade.click()
  await sending()
  await rig.bench.call(setPower, { action: 'off' })
  const alert = tab.form.getByRole('alert')
  await expect(alert).toContainText(FAILED)
  await expect(alert).toContainText(/The connection was lost after [\d,]+ of [\d,]+ bytes/)
  await expect(tab.form).toContainText('good.img')
  await rig.bench.call(setPower, { action: 'on' })
  expect(await firmwareOf(rig)).not.toHaveProperty('inactiveFirmwareVersion')
  expect(await flagIn(page)).toBeNull()

  await tab.upgrade.click()
  await sending()
  await page.getByRole('link', { name: 'Maintenance actions' }).click()
  await confirmation.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('button', { name: 'Restart' })).toBeEnabled()
  expect(await firmwareOf(rig)).not.toHaveProperty('inactiveFirmwareVersion')
  expect(await flagIn(page)).toBeNull()
})

test('reports a refused rollback, and offers none without another firmware (MAINT-05, MAINT-08, OPEN-19)', async ({
  page,
  open,
  rig,
  images,
  expectFailures,
}) => {
  test.slow()
  expectFailures(/500/)
  await open('/maintenance')
  await expect(page.getByRole('button', { name: 'Restart' })).toBeEnabled()
  await expect(page.getByRole('button', { name: /Roll back/ })).toHaveCount(0)
  await expect(rig.root.call(rollbackFirmware, {})).rejects.toThrow('No old firmware exists.')
  const before = await startOf(rig)
  await page.goto(at('/maintenance/firmware'))
  await tabOf(page).file.setInputFiles(images.good, LARGE)
  await pressUpgrade(page)
  await expectRestarted(rig, before)
  await rig.root.call(commitFirmware, {})
  await rig.bench.call(setFaults, {
    faults: [{ call: 'firmware.rollback', fault: 'status', value: 500 }],
  })
  await page.clock.fastForward(30_000)
  await expectOverlay(page, 'The device has been upgraded')
  await page.clock.fastForward(3_000)
  await expectPage(page, 'Overview')
  await page.clock.fastForward(150_000)
  await page.goto(at('/maintenance'))
  await page.getByRole('button', { name: /Roll back to/ }).click()
  await expect(page.getByRole('alert')).toContainText('The rollback failed.')
  await expect(overlayOf(page).dialog).toHaveCount(0)
  // Nothing is pending, so it can be retried.
  await expect(page.getByRole('button', { name: /Roll back to/ })).toBeEnabled()
  expect(await flagIn(page)).toBeNull()
  expect(await firmwareOf(rig)).toHaveProperty('inactiveFirmwareVersion')
})

test('says before a rollback which settings the device will have, and asks if there is no password (MAINT-08)', async ({
  page,
  open,
  rig,
  images,
}) => {
  test.slow()
  needs(rollbackSettings)
  const { activeFirmwareVersion: old } = await firmwareOf(rig)
  const before = await startOf(rig)
  await open('/maintenance/firmware')
  await tabOf(page).file.setInputFiles(images.good, LARGE)
  await pressUpgrade(page)
  await expectRestarted(rig, before)
  await rig.root.call(commitFirmware, {})
  await page.evaluate(() => localStorage.clear())
  const back = page.getByRole('button', { name: `Roll back to ${old}` })

  await page.goto(at('/maintenance'))
  await page.reload()
  await expect(page.getByText('with the settings that it had when it last ran')).toBeVisible()
  const mocked = (settings: string) =>
    page.route('**/rollback-settings', (route) => route.fulfill({ json: { settings } }))
  await mocked('copy')
  await page.reload()
  await expect(page.getByText('with its present settings')).toBeVisible()
  await mocked('open')
  await page.reload()
  await expect(page.getByText('Restarts the device without a password')).toBeVisible()
  await back.click()
  const question = page.getByRole('alertdialog', {
    name: 'Roll back to a device without a password?',
  })
  await expect(question).toContainText(`With firmware ${old} the device has no accounts.`)
  await expectAccessible(page)
  const upgraded = await startOf(rig)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  expect(await startOf(rig)).toBe(upgraded)
  await back.click()
  await question.getByRole('button', { name: `Roll back to ${old}` }).click()
  await expectRestarted(rig, upgraded)
  expect(await firmwareOf(rig)).toMatchObject({ activeFirmwareVersion: old })
})
