import { advanceClock } from '@lintel/contract/bench'
import { getUsers, updateUser } from '@lintel/contract/calls/users'
import { at, expect, test } from './fixture.ts'
import { expectAccessible } from './rig/accessible.ts'
import { ACCOUNTS, PASSWORD } from './rig/accounts.ts'
import { typeInto } from './rig/keyboard.ts'
import { signIn } from './rig/sign-in.ts'

test.use({ person: 'nobody' })

const { user } = ACCOUNTS.operator

test('an address of the console leads to the sign-in page and back after signing in', async ({
  page,
  open,
}) => {
  await open('/language?from=link')
  await expect(page).toHaveURL(/\/sign-in/)
  await signIn(page, user, PASSWORD)
  await expect(page).toHaveURL((url) => url.pathname === '/webapp/hw/')
})

test('the requested page is kept after a wrong password', async ({ page, expectFailures }) => {
  expectFailures(/401/)
  await page.goto(`/sign-in?next=${encodeURIComponent(at('/maintenance'))}`)
  await signIn(page, ACCOUNTS.admin.user, 'wrong')
  await expect(page.getByRole('alert')).toHaveText('The username or password is wrong.')
  await expect(page.getByLabel('Username')).toHaveValue(ACCOUNTS.admin.user)
  await expect(page.getByLabel('Password', { exact: true })).toBeEmpty()
  await signIn(page, ACCOUNTS.admin.user, PASSWORD)
  await expect(page).toHaveURL(/\/webapp\/hw\/#\/maintenance$/)
})

test('ignores a foreign address to return to', async ({ page }) => {
  for (const next of ['//example.com/', 'https://example.com/', String.raw`/\example.com`]) {
    await page.goto('about:blank')
    await page.context().clearCookies()
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
    await signIn(page, user, PASSWORD)
    await expect(page).toHaveURL((url) => url.pathname === '/webapp/hw/')
  }
})

test('a typed name is shown as text, not as markup (EXPECT-31)', async ({
  page,
  expectFailures,
}) => {
  expectFailures(/401/)
  await page.goto('/sign-in')
  await signIn(page, '"><img src=x onerror=alert(1)>', 'wrong')
  await expect(page.getByLabel('Username')).toHaveValue('"><img src=x onerror=alert(1)>')
  await expect(page.locator('img')).toHaveCount(0)
})

test('repeated guesses must wait, and the wait ends', async ({ page, rig, expectFailures }) => {
  expectFailures(/401|429/)
  await page.goto('/sign-in')
  const alert = page.getByRole('alert')
  const data = { user: 'guessed', password: 'wrong' }
  const guesses = Array.from({ length: 8 }, () => page.request.post('/sign-in', { data }))
  await Promise.race(guesses)
  const answered = page.waitForResponse(/sign-in/)
  await signIn(page, 'guessed', 'wrong')
  await expect(async () => {
    await rig.bench.call(advanceClock, { milliseconds: 4_000 })
    await expect(alert).toContainText('Too many wrong attempts', { timeout: 200 })
  }).toPass()
  await answered
  await rig.bench.call(advanceClock, { milliseconds: 61_000 })
  await Promise.all(guesses)
  await signIn(page, 'guessed', 'wrong')
  await expect(alert).toHaveText('The username or password is wrong.')
})

test('the password is shown on request, and hidden again before it is sent', async ({ page }) => {
  await page.goto('/sign-in')
  const password = page.getByLabel('Password', { exact: true })
  const eye = page.getByRole('button', { name: 'Show password' })
  await password.fill(PASSWORD)
  await eye.click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue(PASSWORD)
  await expect(eye).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await eye.click()
  await expect(password).toHaveAttribute('type', 'password')
  await eye.click()
  await page.getByLabel('Username').fill(user)
  const type = password.evaluate(
    (input: HTMLInputElement) =>
      new Promise((resolve) => {
        input.form?.addEventListener('formdata', () => resolve(input.type))
      }),
  )
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  expect(await type).toBe('password')
  await expect(page).toHaveURL((url) => url.pathname === '/webapp/hw/')
})

test('works by keyboard alone (EXPECT-04)', async ({ page }) => {
  await page.goto('/sign-in')
  await typeInto(page, page.getByLabel('Username'), user)
  await typeInto(page, page.getByLabel('Password', { exact: true }), PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL((url) => url.pathname === '/webapp/hw/')
})

test('is accessible, with and without an error', async ({ page, expectFailures }) => {
  expectFailures(/401/)
  await page.goto('/sign-in')
  await expectAccessible(page)
  await signIn(page, user, 'wrong')
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
})

test('the password is in no URL (EXPECT-26)', async ({ page }) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.goto('/sign-in')
  await signIn(page, user, PASSWORD)
  await expect(page).toHaveURL((url) => url.pathname === '/webapp/hw/')
  expect(addresses.filter((url) => url.includes(encodeURIComponent(PASSWORD)))).toEqual([])
})

test('the session cookie can’t be read by scripts, and signing out ends the session', async ({
  page,
  expectFailures,
}) => {
  expectFailures(/401|WebSocket/)
  await page.goto('/sign-in')
  await signIn(page, user, PASSWORD)
  await expect(page).toHaveURL((url) => url.pathname === '/webapp/hw/')
  const [cookie] = await page.context().cookies()
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const headers = { 'x-lintel-console': '1' }
  // An open page would redirect to the sign-in page by itself.
  await page.goto('about:blank')
  const signedOut = await page.context().request.post('/sign-out', { data: {}, headers })
  expect(signedOut.ok()).toBe(true)
  // The device refuses the old cookie; it is not only deleted in the browser.
  await page.context().addCookies(cookie ? [cookie] : [])
  await page.goto('/webapp/hw/?again')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('changing a password ends the account’s sessions (EXPECT-16)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/401|WebSocket/)
  await page.goto('/sign-in')
  await signIn(page, user, PASSWORD)
  await expect(page).toHaveURL((url) => url.pathname === '/webapp/hw/')
  await page.goto('about:blank')
  await rig.root.call(updateUser, { user, pwd: 'Other2468!' })
  await page.goto('/webapp/hw/?again')
  await expect(page).toHaveURL(/\/sign-in/)
})

test('an account without a role can’t sign in (USERS-17)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/401/)
  await rig.root.call(updateUser, { user, sgrp: 'ptz' })
  const { operator, viewer } = await rig.root.call(getUsers, {})
  expect([...operator, ...viewer]).not.toContain(user)
  await page.goto('/sign-in')
  await signIn(page, user, PASSWORD)
  await expect(page.getByRole('alert')).toHaveText('The username or password is wrong.')
})
