/** The console is in the device's language, whatever the browser's is. */
import { expect, test } from '../fixture.ts'
import { notThroughGateway } from '../rig/gateway.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { speak } from '../rig/language.ts'
import { openPage } from '../pages/pages.ts'
import { signIn } from '../rig/sign-in.ts'

test('an open console changes its language with the device, and keeps what is typed; after a reload it and its dates are in that language at once (SHELL-97, DEVICE-35, EXPECT-39)', async ({
  page,
  open,
  rig,
}) => {
  await openPage(page, '/users/add')
  await page.getByLabel('Username').fill('newcomer')
  await speak(rig, 'German')
  await expect(page.getByRole('heading', { level: 1, name: 'Benutzer hinzufügen' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page).toHaveTitle(/^AXIS A8307-E \w{6} · Benutzer hinzufügen$/)
  await expect(page.getByRole('link', { name: 'Wartung' })).toBeVisible()
  await expect(page.getByLabel('Benutzername')).toHaveValue('newcomer')
  await page.getByLabel('Benutzername').fill('')
  await open('/maintenance')
  await expect(page.getByRole('heading', { level: 1, name: 'Wartung' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Wartung' })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText(/\d+\. \p{L}+\.? \d{4}/u)
})

test.describe('in a German browser', () => {
  test.use({ locale: 'de-DE' })

  test('falls back to English for a language that the console lacks (SHELL-99)', async ({
    page,
    open,
  }) => {
    // Our devices accept no such language, so the response is changed on its way.
    await page.route('**/axis-cgi/param.cgi*', async (route) => {
      const response = await route.fetch()
      const body = (await response.text()).replace(/(System\.Language)=.*/, '$1=Klingon')
      await route.fulfill({ response, body })
    })
    await open('/maintenance')
    await expect(page.getByRole('heading', { level: 1, name: 'Maintenance' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Maintenance' })).toBeVisible()
  })
})

test.describe('the sign-in page in a German browser', () => {
  test.use({ person: 'nobody', locale: 'de-AT', viewport: { width: 320, height: 600 } })

  test('is in the device’s language and fits into 320 pixels (SHELL-97, DEVICE-35, EXPECT-33)', async ({
    page,
    rig,
    expectFailures,
  }) => {
    notThroughGateway('nobody knows the language of the device before the sign-in')
    expectFailures(/401/)
    await page.goto('/sign-in')
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await wide()).toBe(320)
    await signIn(page, 'a'.repeat(60), 'wrong')
    await expect(page.getByRole('alert')).toBeVisible()
    expect(await wide()).toBe(320)
    await expectAccessible(page)
    await speak(rig, 'German')
    await page.goto('/sign-in')
    await expect(page.locator('html')).toHaveAttribute('lang', 'de')
    await expect(page.getByLabel('Benutzername')).toBeVisible()
  })
})
