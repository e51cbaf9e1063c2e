/** The outlines of content that loads for the first time. */
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { clearFaults, holdCalls } from '../fault-scenarios/faults.ts'

/** Those of a page whose code has loaded; until then it has no heading yet. */
const outlines = (page: Page) =>
  page.getByRole('main').locator('[data-skeleton]:not([data-skeleton="page"])')
const top = async (page: Page, name: string) =>
  (await page.getByRole('heading', { name }).boundingBox())?.y

test('outlines keep the place of what loads, so that nothing below them moves', async ({
  page,
  open,
  rig,
}) => {
  await holdCalls(rig, 'firmware.status')
  await open('/maintenance/firmware')
  await expect(outlines(page)).toBeVisible()
  await expect(outlines(page).getByRole('status')).toHaveText('Loading')
  await expect(outlines(page).locator('[aria-busy="true"]')).toHaveCount(1)
  await expectAccessible(page)
  const before = await top(page, 'Firmware upgrade')
  expect(before).toBeGreaterThan(0)
  await clearFaults(rig)
  await expect(page.locator('[data-field="active"]')).toBeVisible()
  await expect(outlines(page)).toHaveCount(0)
  expect(await top(page, 'Firmware upgrade')).toBe(before)
})

test('outlines appear after 200 ms, and don’t move for people who want no motion', async ({
  page,
  open,
  rig,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await holdCalls(rig, 'time.getAll')
  await open('/datetime')
  await expect(outlines(page)).toBeVisible()
  await expect(outlines(page)).toHaveCSS('animation-delay', '0.2s')
  await expect
    .poll(() =>
      outlines(page).evaluate(
        (element) =>
          element
            .getAnimations({ subtree: true })
            .filter(({ playState }) => playState === 'running').length,
      ),
    )
    .toBe(0)
  await clearFaults(rig)
  await expect(outlines(page)).toHaveCount(0)
})

test('a table keeps the place of its head and of its rows', async ({ page, open, rig }) => {
  await holdCalls(rig, 'pwdgrp.get')
  await open('/users')
  await expect(outlines(page)).toBeVisible()
  await expect(outlines(page).getByRole('status')).toHaveText('Loading')
  await expect(page.getByRole('table')).toHaveCount(0)
  await expectAccessible(page)
  const placeOf = (index: number) =>
    page
      .getByRole('main')
      .locator('tr')
      .nth(index)
      .evaluate((row) => {
        const { y, height } = row.getBoundingClientRect()
        return { y, height }
      })
  const before = [await placeOf(0), await placeOf(1), await placeOf(2)]
  await clearFaults(rig)
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await expect(outlines(page)).toHaveCount(0)
  expect([await placeOf(0), await placeOf(1), await placeOf(2)]).toEqual(before)
})
