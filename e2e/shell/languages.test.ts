/**
 * Console, sign-in page and wizard in every language, and their fallback when messages fail to
 * load.
 */
import { LANGUAGES } from '@lintel/contract/languages'
import type { LanguageCode } from '@lintel/contract/languages'
import { at, expect, test } from '../fixture.ts'
import { speak } from '../rig/language.ts'
import { faultsInWindows } from '../rig/layout.ts'
import { openPage } from '../pages/pages.ts'

/** The title of the users' page and of the sign-in page. */
const TITLES: Record<LanguageCode, readonly [users: string, signIn: string]> = {
  en: ['Users', 'Sign in'],
  es: ['Usuarios', 'Iniciar sesión'],
  de: ['Benutzer', 'Anmelden'],
  it: ['Utenti', 'Accesso'],
  fr: ['Utilisateurs', 'Connexion'],
  pl: ['Użytkownicy', 'Logowanie'],
  sv: ['Användare', 'Logga in'],
}

/** A browser in another language than the devices that it opens. */
for (const { locale, devices } of [
  { locale: 'en-US', devices: LANGUAGES.filter(({ code }) => code === 'de') },
  { locale: 'de-AT', devices: LANGUAGES.filter(({ code }) => code !== 'de') },
]) {
  test.describe(`in a browser in ${locale}`, () => {
    test.use({ locale })

    const names = devices.map(({ name }) => name).join(', ')
    test(`console and sign-in page are in the device’s language: ${names} (SHELL-97, SHELL-100, EXPECT-33)`, async ({
      page,
      browser,
      rig,
    }) => {
      test.slow()
      const anonymous = await browser.newPage({ baseURL: rig.addresses.http, locale })
      for (const { code, name } of devices) {
        const [users, signIn] = TITLES[code]
        await speak(rig, name)
        await openPage(page, '/users')
        await expect(
          page.getByRole('heading', { level: 1, name: users, exact: true }),
        ).toBeVisible()
        await expect(page.locator('html')).toHaveAttribute('lang', code)
        await expect(page).toHaveTitle(new RegExp(` · ${users}$`))

        await anonymous.goto('/sign-in')
        await expect(anonymous.getByRole('heading', { level: 1, name: signIn })).toBeVisible()
        await expect(anonymous.locator('html')).toHaveAttribute('lang', code)
        expect(await faultsInWindows(anonymous), name).toEqual([])
      }
      await anonymous.close()
    })
  })
}

test('the first text of a visit is in the language of the previous one', async ({ page, rig }) => {
  await speak(rig, 'Polish')
  await openPage(page, '/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'pl')
  await page.route('**/axis-cgi/**', () => {})
  await page.reload()
  await expect(page.getByText('Otwieranie konsoli')).toBeVisible()
  await expect(page.getByText('Opening the console')).toHaveCount(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test.describe('from its start', () => {
  test.use({ reuse: 'nothing' })

  test('the console falls back to English without the messages of its language (SHELL-99)', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(/catalogues-|failed/i)
    await speak(rig, 'Swedish')
    let requests = 0
    await page.route('**/catalogues-*.js', (route) => {
      requests += 1
      // English, the browser's language, comes first; the device then reports Swedish.
      return requests === 1 ? route.continue() : route.abort('connectionreset')
    })
    await openPage(page, '/users')
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    expect(requests).toBeGreaterThan(1)
  })
})

test('a page falls back to English without the messages of its language (SHELL-99)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/sv-|failed/i)
  await speak(rig, 'Swedish')
  await openPage(page, '/')
  await page.route('**/sv-*.js', (route) => route.abort('connectionreset'))
  await page.getByRole('link', { name: 'Underhåll' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Underhåll' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Restart' })).toBeVisible()
})

for (const { locale, lang, title } of [
  { locale: 'pl-CH', lang: 'pl', title: 'Wybierz hasło użytkownika root' },
  { locale: 'fi-FI', lang: 'en', title: 'Choose the root password' },
]) {
  test.describe(`a new device in a browser in ${locale}`, () => {
    test.use({ state: 'new', person: 'nobody', locale })

    test(`has a wizard in ${lang} (SHELL-98, SHELL-99)`, async ({ page }) => {
      await page.goto(at('/'))
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', lang)
    })
  })
}

test.describe('a wizard whose messages fail to load', () => {
  test.use({ state: 'new', person: 'nobody', locale: 'sv-SE' })

  test('is in English (SHELL-99)', async ({ page, expectFailures }) => {
    expectFailures(/catalogues-|failed/i)
    await page.route('**/catalogues-*.js', (route) => route.abort('connectionreset'), { times: 1 })
    await page.goto(at('/'))
    await expect(
      page.getByRole('heading', { level: 1, name: 'Choose the root password' }),
    ).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})
