/** The card types of the reader, and the data of one. */
import { setPower } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { awaitFault, clearFaults, FAULT_ERRORS, holdCalls } from '../fault-scenarios/faults.ts'
import { at, expect, test } from '../fixture.ts'
import { notSaved } from '../pages/parts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import type { Rig } from '../rig/rig.ts'
import {
  advancedSwitch,
  BADGE,
  BADGE_BITS,
  BADGE_CARD,
  bitsOf,
  expectWrong,
  readerOn,
  writeReader,
} from './form.ts'

const rows = (page: Page) => page.getByRole('main').getByRole('listitem')
const typesOn = async (rig: Rig) => (await readerOn(rig)).CardTypes
const row = (page: Page, text: string) => rows(page).filter({ hasText: text })

test('card types are dragged or moved by keys to their places, which are stored at once and shown to others (READER-32, READER-33, EXPECT-05)', async ({
  page,
  open,
  rig,
}) => {
  await open('/reader/cardtypes')
  const grip = row(page, 'UID/CSN').locator('[data-ready]')
  await expect(grip).toBeVisible()
  await expectAccessible(page)
  const target = await row(page, 'MIFARE DESFire').boundingBox()
  if (!target) throw new Error('The row is not on the page.')
  await grip.hover()
  await page.mouse.down()
  await expect(async () => {
    // A real browser reports a pointer that rests as well; this one only what moves.
    await page.mouse.move(target.x + 60, target.y + target.height - 8)
    await page.mouse.move(target.x + 99, target.y + 8, { steps: 6 })
    await expect(row(page, 'MIFARE DESFire')).toHaveAttribute('data-drop', 'top', { timeout: 100 })
  }).toPass()
  await page.mouse.up()
  await expect(rows(page).first()).toContainText('UID/CSN')
  await expect
    .poll(() => typesOn(rig))
    .toEqual(['UID/CSN', 'MIFARE_DESFire', 'MIFARE_Plus', 'MIFARE_Classic', 'MIFARE_Ultralight'])

  const down = page.getByRole('button', { name: 'Move UID/CSN down' })
  await down.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Space')
  await expect(down).toBeFocused()
  await expect(page.getByText('UID/CSN: now 3 of 5.')).toBeAttached()
  await expect
    .poll(() => typesOn(rig))
    .toEqual(['MIFARE_DESFire', 'MIFARE_Plus', 'UID/CSN', 'MIFARE_Classic', 'MIFARE_Ultralight'])

  await writeReader(rig, { CardTypes: ['MIFARE_Classic', 'UID/CSN'] })
  await expect(rows(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Delete MIFARE Classic' }).press('Enter')
  const cancel = page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete card type' }).click()
  await expect(rows(page)).toHaveCount(1)
  await expect(page.locator('main :focus')).toContainText('UID/CSN')
  await page.getByRole('button', { name: 'Add card type' }).click()
  await expectAccessible(page)
  await page.getByLabel('Card type', { exact: true }).selectOption('MIFARE Plus')
  await page.getByRole('dialog').getByRole('button', { name: 'Add card type' }).click()
  await expect(rows(page).nth(1)).toContainText('MIFARE Plus')
  expect(await typesOn(rig)).toEqual(['UID/CSN', 'MIFARE_Plus'])
})

test('an order that the device doesn’t store is taken back, also when its power fails meanwhile (READER-33)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(...FAULT_ERRORS)
  const call = 'intercom.UpdateConfiguration'
  const factory = await typesOn(rig)
  const up = page.getByRole('button', { name: 'Move UID/CSN up' })
  await open('/reader/cardtypes')
  await expect(rows(page)).toHaveCount(5)
  const failed = await awaitFault(rig, [call], { fault: 'status', value: 500 })
  await up.click()
  await failed()
  await expect(notSaved(page)).toBeVisible()
  await expect(rows(page).nth(4)).toContainText('UID/CSN')
  await expect(up).toBeVisible()

  const arrived = await holdCalls(rig, call)
  await up.click()
  await expect(rows(page).nth(3)).toContainText('UID/CSN')
  await arrived()
  await expect(notSaved(page)).toHaveCount(0)
  await rig.bench.call(setPower, { action: 'off' })
  await expect(notSaved(page)).toBeVisible()
  await expect(rows(page).nth(4)).toContainText('UID/CSN')
  await clearFaults(rig)
  await rig.bench.call(setPower, { action: 'on' })
  await expect(page.getByText("The device doesn't answer.", { exact: true })).toBeHidden({
    timeout: 40_000,
  })
  expect(await typesOn(rig)).toEqual(factory)
  await up.click()
  await expect.poll(async () => (await typesOn(rig))[3]).toBe('UID/CSN')
  await expect(notSaved(page)).toHaveCount(0)
})

test('with the advanced set-up, data get a key that never comes back, and with which the reader reads cards after they are renamed (READER-03, READER-36, READER-37)', async ({
  page,
  open,
  rig,
}) => {
  const dialog = page.getByRole('dialog')
  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  const addData = page.getByRole('button', { name: 'Add data' })
  await writeReader(rig, { Protocol: 'Wiegand' })
  await open('/reader/cardtypes')
  await advancedSwitch(page).check()
  await page.getByRole('link', { name: 'Edit MIFARE DESFire' }).click()
  await addData.click()
  await field('Application ID (AID)').fill('f481')
  await field('Key number').fill('14')
  await field('Key').fill('no key')
  await field('Offset in bits Optional').fill('128')
  await field('Number of bits Optional').fill('0')
  await dialog.getByRole('button', { name: 'Add entry' }).click()
  await expect(field('Name')).toBeFocused()
  await expectWrong(field('Name'), 'Fill this in.')
  await expectWrong(field('Application ID (AID)'), 'This has to be 3 bytes')
  await expectWrong(field('Key number'), 'This has to be a whole number from 0 to 13.')
  await expectWrong(field('Key'), 'hexadecimal')
  await expectWrong(field('Offset in bits Optional'), 'This value is too high.')
  await expectWrong(field('Number of bits Optional'), 'This value is too low.')
  await expectAccessible(page)
  await field('Name').fill(BADGE.name)
  await field('Application ID (AID)').fill(BADGE.DESFireEncryption.AID)
  await field('File number').fill('1')
  await field('Key number').fill('0')
  await field('Key').fill(BADGE.DESFireEncryption.key)
  await field('Offset in bits Optional').fill('')
  await field('Number of bits Optional').fill('32')
  await field('Use as card number').check()
  await dialog.getByRole('button', { name: 'Add entry' }).click()
  await expect(addData).toBeFocused()
  await save.click()
  await expect(page).toHaveURL(at('/reader/cardtypes'))
  await expect(row(page, 'MIFARE DESFire')).toContainText('1 data entry')

  await page.getByRole('link', { name: 'Edit MIFARE DESFire' }).click()
  const edit = page.getByRole('button', { name: 'Edit Badge' })
  await edit.click()
  await expect(field('Key')).toHaveValue('********')
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  await edit.click()
  await field('Name').fill('Pass')
  await dialog.getByRole('button', { name: 'Keep changes' }).click()
  await expect(page.getByRole('button', { name: 'Edit Pass' })).toBeFocused()
  await save.click()
  await expect(page).toHaveURL(at('/reader/cardtypes'))
  expect((await readerOn(rig)).CardDataConfigs).toMatchObject([
    { name: 'Pass', DESFireEncryption: { AID: 'f48120', key: '********' } },
  ])
  expect(await bitsOf(rig, BADGE_CARD)).toBe(BADGE_BITS)
  // What is typed there is lost only if somebody says so.
  await page.getByRole('link', { name: 'Edit MIFARE DESFire' }).click()
  await page.getByRole('button', { name: 'Delete Pass' }).click()
  await expect(page.locator('main :focus')).toContainText('There are no entries.')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  // Others have changed what this page replaces.
  await writeReader(rig, { CardDataConfigs: [{ ...BADGE, name: 'Theirs' }] })
  await save.click()
  await expect(page.getByText('Somebody else has changed these settings')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(page).toHaveURL(at('/reader/cardtypes'))
  expect((await readerOn(rig)).CardDataConfigs).toMatchObject([{ name: 'Theirs' }])
})
