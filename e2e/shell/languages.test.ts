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

/** The title of the users' page, the sign-in page and the wizard's first page. */
const TITLES: Record<LanguageCode, readonly [users: string, signIn: string, wizard: string]> = {
  en: ['Users', 'Sign in', 'Choose the root password'],
  es: ['Usuarios', 'Iniciar sesión', 'Elija la contraseña de root'],
  de: ['Benutzer', 'Anmelden', 'root-Passwort festlegen'],
  it: ['Utenti', 'Accesso', 'Scegliere la password di root'],
  fr: ['Utilisateurs', 'Connexion', 'Choisissez le mot de passe de root'],
  pl: ['Użytkownicy', 'Logowanie', 'Wybierz hasło użytkownika root'],
  sv: ['Användare', 'Logga in', 'Välj lösenord för root'],
}

/** Browsers in other languages than the device. */
const elsewhere = (code: LanguageCode) => (code === 'en' ? 'de-AT' : 'en-US')

for (const { code, name } of LANGUAGES) {
  const [users, signIn, wizard] = TITLES[code]

  test.describe(`a device that is set to ${name}`, () => {
    test.use({ locale: elsewhere(code) })

    test(`has a console and a sign-in page in ${name}, whatever the browser’s language (SHELL-97, SHELL-100, EXPECT-33)`, async ({
      page,
      browser,
      rig,
    }) => {
      await speak(rig, name)
      await openPage(page, '/users')
      await expect(page.getByRole('heading', { level: 1, name: users, exact: true })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', code)
      await expect(page).toHaveTitle(new RegExp(`^${users} - `))

      const anonymous = await browser.newPage({ baseURL: rig.addresses.http })
      await anonymous.goto('/sign-in')
      await expect(anonymous.getByRole('heading', { level: 1, name: signIn })).toBeVisible()
      await expect(anonymous.locator('html')).toHaveAttribute('lang', code)
      expect(await faultsInWindows(anonymous)).toEqual([])
      await anonymous.close()
    })
  })

  test.describe(`a new device in a browser in ${name}`, () => {
    test.use({ state: 'new', person: 'nobody', locale: `${code}-CH` })

    test(`has a wizard in ${name} (SHELL-98)`, async ({ page }) => {
      await page.goto(at('/'))
      await expect(page.getByRole('heading', { level: 1, name: wizard })).toBeVisible()
      await expect(page.locator('html')).toHaveAttribute('lang', code)
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

test('the console falls back to English without the messages of its language (SHELL-99)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/frame-|failed/i)
  await speak(rig, 'Swedish')
  let requests = 0
  await page.route('**/frame-*.js', (route) => {
    requests += 1
    // English, the browser's language, comes first; the device then reports Swedish.
    return requests === 1 ? route.continue() : route.abort('connectionreset')
  })
  await openPage(page, '/users')
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(requests).toBeGreaterThan(1)
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

test.describe('in a browser of an unsupported language', () => {
  test.use({ state: 'new', person: 'nobody', locale: 'fi-FI' })

  test('the wizard is in English (SHELL-99)', async ({ page }) => {
    await page.goto(at('/'))
    await expect(page.getByRole('heading', { level: 1, name: TITLES.en[2] })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})

test.describe('a wizard whose messages fail to load', () => {
  test.use({ state: 'new', person: 'nobody', locale: 'sv-SE' })

  test('is in English (SHELL-99)', async ({ page, expectFailures }) => {
    expectFailures(/words-|failed/i)
    await page.route('**/words-*.js', (route) => route.abort('connectionreset'), { times: 1 })
    await page.goto(at('/'))
    await expect(page.getByRole('heading', { level: 1, name: TITLES.en[2] })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  })
})
