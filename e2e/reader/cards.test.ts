/** The card types of the reader, and the data of one. */
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { advancedSwitch, BADGE, readerOn } from './form.ts'

const rows = (page: Page) => page.getByRole('main').getByRole('listitem')
const row = (page: Page, text: string) => rows(page).filter({ hasText: text })

test('a card type is dragged to its place, which is stored at once (READER-32)', async ({
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
  expect((await readerOn(rig)).CardTypes).toEqual([
    'UID/CSN',
    'MIFARE_DESFire',
    'MIFARE_Plus',
    'MIFARE_Classic',
    'MIFARE_Ultralight',
  ])
})

test('with the advanced set-up, data get a key that never comes back, and keep it when they are renamed (READER-03, READER-36, READER-37)', async ({
  page,
  open,
  rig,
}) => {
  const dialog = page.getByRole('dialog')
  const field = (label: string) => dialog.getByLabel(label, { exact: true })
  await open('/reader/cardtypes')
  await advancedSwitch(page).check()
  await page.getByRole('link', { name: 'Edit MIFARE DESFire' }).click()
  await page.getByRole('button', { name: 'Add data' }).click()
  await field('Name').fill(BADGE.name)
  await field('Application ID (AID)').fill(BADGE.DESFireEncryption.AID)
  await field('Key').fill(BADGE.DESFireEncryption.key)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add entry' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(at('/reader/cardtypes'))
  await expect(row(page, 'MIFARE DESFire')).toContainText('1 data entry')

  await page.getByRole('link', { name: 'Edit MIFARE DESFire' }).click()
  await page.getByRole('button', { name: 'Edit Badge' }).click()
  await expect(field('Key')).toHaveValue('********')
  await field('Name').fill('Pass')
  await dialog.getByRole('button', { name: 'Keep changes' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page).toHaveURL(at('/reader/cardtypes'))
  expect((await readerOn(rig)).CardDataConfigs).toMatchObject([
    { name: 'Pass', DESFireEncryption: { AID: 'f48120', key: '********' } },
  ])
  // What is typed there is lost only if somebody says so.
  await page.getByRole('link', { name: 'Edit MIFARE DESFire' }).click()
  await page.getByRole('button', { name: 'Delete Pass' }).click()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  expect((await readerOn(rig)).CardDataConfigs).toHaveLength(1)
})
