/** The language page sets the device's language, and every console follows. */
import { setFaults, setPower } from '@lintel/contract/bench'
import { LANGUAGES } from '@lintel/contract/languages'
import { listParameters } from '@lintel/contract/calls/parameters'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { tabTo } from '../rig/keyboard.ts'
import { speak } from '../rig/language.ts'
import type { Rig } from '../rig/rig.ts'
import { openPage } from '../pages/pages.ts'

const LANGUAGE = 'root.Properties.System.Language'

const onDevice = async (rig: Rig) =>
  (await rig.root.call(listParameters, { group: LANGUAGE })).values.get(LANGUAGE)

const choices = (page: Page) => page.getByRole('main').locator('button[lang]')
const choice = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('offers five languages by their own names and marks the device’s (SHELL-98, SHELL-101)', async ({
  page,
}) => {
  await openPage(page, '/language')
  await expect(choices(page)).toHaveText(['English', 'Español', 'Deutsch', 'Italiano', 'Français'])
  await expect(page.getByRole('button', { pressed: true })).toHaveText(['English'])
  await expect(page.getByText('The device language is English.')).toBeVisible()
  await expect(
    page.getByText('Your choice applies at once, to everyone who uses this device.'),
  ).toBeVisible()
})

for (const person of ['admin', 'viewer'] as const) {
  test.describe(person, () => {
    test.use({ person })

    test(`as ${person}, one press sets the device, and this and the other console change at once (SHELL-48, SHELL-102, OPEN-05)`, async ({
      page,
      context,
      rig,
    }) => {
      await openPage(page, '/language')
      const other = await context.newPage()
      await openPage(other, '/')
      let loads = 0
      page.on('load', () => (loads += 1))
      other.on('load', () => (loads += 1))
      const sent = page.waitForRequest(/language\.cgi/)
      await choice(page, 'Deutsch').click()
      const { searchParams } = new URL((await sent).url())
      const language =
        searchParams.get('language') ??
        new URLSearchParams((await sent).postData() ?? '').get('language')
      expect(language).toBe('german')
      await expect(heading(page, 'Sprache')).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', 'de')
      await expect(page).toHaveTitle(/ · Sprache$/)
      await expect(choice(page, 'Deutsch')).toHaveAttribute('aria-pressed', 'true')
      await expect(choice(page, 'Deutsch')).toBeFocused()
      expect(await onDevice(rig)).toBe('German')
      await expect(heading(other, 'Übersicht')).toBeVisible()
      await expect(other.locator('html')).toHaveAttribute('lang', 'de')
      expect(loads).toBe(0)
      await page.reload()
      await expect(heading(page, 'Sprache')).toBeVisible()
    })
  })
}

test('the sidebar is sorted anew in the new language (SHELL-68, SHELL-102)', async ({ page }) => {
  await openPage(page, '/language')
  const titles = () =>
    page
      .getByRole('navigation')
      .first()
      .getByRole('list')
      .last()
      .getByRole('listitem')
      .allTextContents()
  const english = await titles()
  expect(english).toEqual(english.toSorted(new Intl.Collator('en').compare))
  await choice(page, 'Deutsch').click()
  await expect(heading(page, 'Sprache')).toBeVisible()
  const german = await titles()
  expect(german).toEqual(german.toSorted(new Intl.Collator('de').compare))
  // Language comes before Users, Sprache after Benutzer.
  expect(english.indexOf('Language')).toBeLessThan(english.indexOf('Users'))
  expect(german.indexOf('Sprache')).toBeGreaterThan(german.indexOf('Benutzer'))
})

for (const { name, ownName, code } of LANGUAGES.filter(({ offered }) => !offered)) {
  test(`a device set to ${name} uses it and shows it as set, though it is not offered (OPEN-04)`, async ({
    page,
    rig,
  }) => {
    await speak(rig, name)
    await openPage(page, '/language')
    await expect(page.locator('html')).toHaveAttribute('lang', code)
    await expect(page.getByRole('button', { pressed: true })).toHaveText([ownName])
    await expect(choices(page)).toHaveCount(6)
    await choice(page, 'English').click()
    await expect(heading(page, 'Language')).toBeVisible()
    await expect(choices(page)).toHaveCount(5)
    expect(await onDevice(rig)).toBe('English')
  })
}

test('reports a refused change, and the device keeps its language (EXPECT-12)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await openPage(page, '/language')
  await rig.bench.call(setFaults, {
    faults: [{ call: 'language.set', fault: 'status', value: 500 }],
  })
  await choice(page, 'Deutsch').click()
  await expect(page.getByRole('alert')).toContainText('Deutsch could not be set.')
  await expect(page.getByRole('button', { pressed: true })).toHaveText(['English'])
  await expect(heading(page, 'Language')).toBeVisible()
  expect(await onDevice(rig)).toBe('English')
  await expectAccessible(page)
  await rig.bench.call(setFaults, { faults: [] })
  await choice(page, 'Deutsch').click()
  await expect(heading(page, 'Sprache')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('reports a change that the device accepts but does not make (EXPECT-12)', async ({ page }) => {
  await page.route('**/language.cgi*', (route) => route.fulfill({ body: 'OK\n' }))
  await openPage(page, '/language')
  await choice(page, 'Deutsch').click()
  await expect(page.getByRole('alert')).toContainText('Deutsch could not be set.')
  await expect(page.getByRole('button', { pressed: true })).toHaveText(['English'])
})

test('recognises that the language was set although the response was cut off (EXPECT-12)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed|WebSocket/i)
  await openPage(page, '/language')
  await rig.bench.call(setFaults, { faults: [{ call: 'language.set', fault: 'cut' }] })
  await choice(page, 'Français').click()
  // Whatever the response was, the page shows what the device has.
  await expect
    .poll(async () => [
      await onDevice(rig),
      await page.getByRole('button', { pressed: true }).textContent(),
    ])
    .toEqual(['French', 'Français'])
})

test('sends no second language while a slow device responds (EXPECT-13)', async ({ page, rig }) => {
  await openPage(page, '/language')
  await rig.bench.call(setFaults, {
    faults: [{ call: 'language.set', fault: 'slow', value: 1_500 }],
  })
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('language.cgi')) sent += 1
  })
  await choice(page, 'Deutsch').click()
  await expect(choice(page, 'Deutsch')).toHaveAttribute('aria-busy', 'true')
  await choice(page, 'Italiano').click({ force: true })
  await expect(heading(page, 'Sprache')).toBeVisible()
  expect(sent).toBe(1)
  expect(await onDevice(rig)).toBe('German')
})

test('reports a power cut during the change, and shows the device’s language afterwards (EXPECT-17)', async ({
  page,
  rig,
  expectFailures,
}) => {
  test.slow()
  expectFailures(/failed|WebSocket|401|503/i)
  await openPage(page, '/language')
  await rig.bench.call(setFaults, {
    faults: [{ call: 'language.set', fault: 'slow', value: 5_000 }],
  })
  await choice(page, 'Deutsch').click()
  await rig.bench.call(setPower, { action: 'off' })
  await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 15_000 })
  await rig.bench.call(setPower, { action: 'on' })
  await expect(page.getByText(/^(?:Not up to date|No answer)$/)).toBeHidden({ timeout: 20_000 })
  const now = await onDevice(rig)
  await expect(page.getByRole('button', { pressed: true })).toHaveText([
    now === 'German' ? 'Deutsch' : 'English',
  ])
})

test('works with the keyboard alone, is accessible, and fits into 320 pixels (EXPECT-04, EXPECT-33)', async ({
  page,
  rig,
}) => {
  await openPage(page, '/language')
  for (const width of [1360, 390, 320]) {
    await page.setViewportSize({ width, height: 640 })
    await expectAccessible(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
  await tabTo(page, choice(page, 'Italiano'))
  await page.keyboard.press('Space')
  await expect(page.locator('html')).toHaveAttribute('lang', 'it')
  await expect(choice(page, 'Italiano')).toBeFocused()
  expect(await onDevice(rig)).toBe('Italian')
})
