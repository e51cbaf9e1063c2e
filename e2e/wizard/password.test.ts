import type { Dialog } from '@playwright/test'
import { getBench, setFaults } from '@lintel/contract/bench'
import { listParameters } from '@lintel/contract/calls/parameters'
import { addUser, getUsers } from '@lintel/contract/calls/users'
import { expect, test } from '../fixture.ts'
import { notThroughGateway } from '../rig/gateway.ts'
import { PASSWORD } from '../rig/accounts.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { tabTo } from '../rig/keyboard.ts'
import {
  claim,
  expectError,
  fields,
  heading,
  HOME,
  press,
  pressFinish,
  recordCalls,
  toPassword,
  expectConsole,
} from './form.ts'

test.use({ state: 'new', person: 'nobody' })

const WRONG = [
  ['an empty one', '', '', 'Fill this in.', 'Fill this in.'],
  ['one that is too long', 'x'.repeat(65), 'x'.repeat(65), /64/, /64/],
  ['one with an accent', 'Türe2468!', 'Türe2468!', /accents/, /accents/],
  ['another repeat', PASSWORD, 'Door2469!', undefined, "The two passwords don't match."],
  ['a missing repeat', PASSWORD, '', undefined, 'Fill this in.'],
] as const

const STRENGTHS = [
  ['', '0', /^A strong password has 8 to 64 characters/],
  ['door', '33', /^Weak/],
  ['Door2468', '67', /^Medium/],
  ['Door2468!', '100', 'Strong.'],
] as const

test.describe('before a password is set', () => {
  test.use({ reuse: 'device' })

  test('a device without a root password shows only the wizard (SETUP-01, SHELL-13)', async ({
    page,
  }) => {
    await page.goto(`${HOME}#/users`)
    await heading(page, 'Choose the root password')
    await expect(page.getByRole('navigation')).toHaveCount(0)
    await expect(page).toHaveTitle('Choose the root password - AXIS A8307-E')
    await expect(fields(page).username).toHaveValue('root')
    await expect(fields(page).username).toBeDisabled()
    await expect(fields(page).password).toBeFocused()
    await expectAccessible(page)
  })

  test('leaving asks once something is typed, and not before (EXPECT-01)', async ({ page }) => {
    await toPassword(page)
    const dialogs: string[] = []
    const accept = (dialog: Dialog) => {
      dialogs.push(dialog.type())
      void dialog.accept()
    }
    page.on('dialog', accept)
    await page.reload()
    expect(dialogs).toEqual([])
    await fields(page).password.pressSequentially('Door')
    await page.reload()
    expect(dialogs).toEqual(['beforeunload'])
    page.off('dialog', accept)
  })

  test('a wrong password is refused, and the focus moves to the error (SETUP-03, EXPECT-07)', async ({
    page,
  }) => {
    await toPassword(page)
    const calls = recordCalls(page)
    const form = fields(page)
    for (const [name, password, repeat, wrong, wrongRepeat] of WRONG) {
      await test.step(name, async () => {
        await form.password.fill(password)
        await form.repeat.fill(repeat)
        await press(page, 'Continue')
        if (wrong) await expectError(form.password, wrong)
        else await expect(form.password).not.toHaveAttribute('aria-invalid', 'true')
        await expectError(form.repeat, wrongRepeat)
        await expect(wrong ? form.password : form.repeat).toBeFocused()
        await expectAccessible(page)
      })
    }
    expect(calls).toEqual([])
  })

  test('meter and text show the strength (SETUP-04, USERS-36, EXPECT-08)', async ({ page }) => {
    await toPassword(page)
    const bar = page.getByRole('meter')
    for (const [password, percent, text] of STRENGTHS) {
      await fields(page).password.fill(password)
      await expect(bar).toHaveAttribute('aria-valuenow', percent)
      await expect(bar).toHaveAttribute('aria-valuetext', text)
    }
  })

  test('each password can be shown (EXPECT-25)', async ({ page }) => {
    await toPassword(page)
    const { password, repeat } = fields(page)
    for (const field of [password, repeat]) {
      await expect(field).toHaveAttribute('type', 'password')
      await expect(field).toHaveAttribute('autocomplete', 'new-password')
    }
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(repeat).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show repeated password' }).click()
    await expect(repeat).toHaveAttribute('type', 'text')
  })
})

test('a weak password takes a second press, and a changed one asks again (USERS-39, USERS-40, USERS-41)', async ({
  page,
  rig,
}) => {
  await toPassword(page)
  await claim(page, 'door')
  const anyway = page.getByRole('button', { name: 'Continue anyway' })
  await expect(anyway).toBeVisible()
  await expect(page.getByText('A weak password is easy to guess.')).toBeVisible()
  await expectAccessible(page)
  await fields(page).password.fill('Door2468')
  await expect(anyway).toBeHidden()
  await claim(page, 'door')
  await anyway.click()
  await heading(page, 'Choose the power frequency')
  expect((await rig.as('root', 'door').call(getUsers, {})).digusers).toContain('root')
})

test('no URL contains the password, and the console says what is left of a set-up that somebody leaves (OPEN-23, EXPECT-26)', async ({
  page,
}) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await toPassword(page)
  await claim(page)
  await heading(page, 'Choose the power frequency')
  await page.goto(HOME)
  await expectConsole(page)
  // It says what was not set, until somebody closes it.
  const left = page.getByRole('alert').filter({ hasText: 'The set-up was not finished.' })
  await expect(left.getByRole('link')).toHaveText(['Camera', 'Network', 'Date and time'])
  await left.getByRole('link', { name: 'Date and time' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Date and time' })).toBeVisible()
  await left.getByRole('button', { name: 'Close' }).click()
  await expect(left).toHaveCount(0)
  await page.reload()
  await expectConsole(page)
  await expect(left).toHaveCount(0)
  expect(addresses.filter((address) => /Door2468/.test(address))).toEqual([])
})

test('root is created with all its groups, once on a double press (SETUP-02, OPEN-22, EXPECT-13)', async ({
  page,
  rig,
}) => {
  const calls = recordCalls(page)
  await toPassword(page)
  const { password, repeat } = fields(page)
  await password.fill(PASSWORD)
  await repeat.fill(PASSWORD)
  await page.getByRole('button', { name: 'Continue' }).dblclick()
  await heading(page, 'Choose the power frequency')
  const added = calls.filter(({ name }) => name === 'pwdgrp.cgi add')
  expect(added).toHaveLength(1)
  expect(added[0]?.body.get('grp')).toBe('root')
  expect(added[0]?.body.get('sgrp')).toBe('admin:operator:viewer:ptz')
  const lists = await rig.root.call(getUsers, {})
  for (const group of ['admin', 'operator', 'viewer', 'ptz'] as const) {
    expect(lists[group]).toContain('root')
  }
})

test('works by keyboard alone (EXPECT-04)', async ({ page }) => {
  await toPassword(page)
  await page.keyboard.type(PASSWORD)
  await tabTo(page, fields(page).repeat)
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(fields(page).hz50).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(fields(page).ipAutomatic).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(fields(page).timeAutomatic).toBeFocused()
})

test('a failed request is reported, keeps what was typed and can be retried; a truncated response is recovered', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/pwdgrp\.cgi/, /ERR_/, /507/)
  await toPassword(page)
  await rig.bench.call(setFaults, { faults: [{ call: 'pwdgrp.add', fault: 'drop' }] })
  await claim(page)
  await expect(page.getByRole('alert')).toContainText("The device doesn't answer")
  await expectAccessible(page)
  await expect(fields(page).password).toHaveValue(PASSWORD)
  await rig.bench.call(setFaults, { faults: [{ call: 'pwdgrp.add', fault: 'diskFull' }] })
  await press(page, 'Continue')
  await expect(page.getByRole('alert')).toContainText('Not saved.')
  await expect(fields(page).password).toHaveValue(PASSWORD)
  await rig.bench.call(setFaults, { faults: [{ call: 'pwdgrp.add', fault: 'cut', times: 1 }] })
  await press(page, 'Continue')
  await heading(page, 'Choose the power frequency')
})

test('a response lost with the device is resolved by the next press', async ({
  page,
  rig,
  expectFailures,
}) => {
  notThroughGateway('the gateway answers the sign-in itself')
  expectFailures(/pwdgrp\.cgi/, /sign-in/, /ERR_/)
  await toPassword(page)
  await rig.bench.call(setFaults, {
    faults: [
      { call: 'pwdgrp.add', fault: 'cut', times: 1 },
      { call: 'session.signIn', fault: 'cut', times: 1 },
    ],
  })
  await claim(page)
  await expect(page.getByRole('alert')).toContainText("The device doesn't answer")
  await press(page, 'Continue')
  await heading(page, 'Choose the power frequency')
})

test('a password that somebody else set meanwhile leads to the sign-in page', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/401/)
  await toPassword(page)
  const sgrp = 'admin:operator:viewer:ptz'
  await rig.anonymous.call(addUser, { user: 'root', pwd: 'Other1!pw', grp: 'root', sgrp })
  await claim(page)
  await heading(page, 'The root password is already set')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
})

test('a reload continues where somebody was, with what they chose, also after the session has ended (OPEN-23)', async ({
  page,
  rig,
}) => {
  await toPassword(page)
  await expect(page.getByText('a reload of this page leads back to where you were')).toBeVisible()
  await claim(page)
  await fields(page).hz60.check()
  await press(page, 'Continue')
  await heading(page, 'Check the network')
  await page.reload()
  await heading(page, 'Check the network')
  await expect(page.getByText('Step 3 of 4')).toBeVisible()
  await fields(page).name.fill('Front door')
  await press(page, 'Continue')
  await heading(page, 'Set date and time')
  // Without a session, the sign-in page leads back.
  await page.context().clearCookies()
  await page.reload()
  await page.getByLabel('Username').fill('root')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Set date and time')
  await pressFinish(page)
  await expectConsole(page)
  const { values } = await rig.root.call(listParameters, {
    group: 'root.ImageSource.I0.Sensor.PowerLineFrequency,root.Network.Bonjour.FriendlyName',
  })
  expect([...values.values()].toSorted()).toEqual(['60Hz', 'Front door'])
})

test('over plain http the first page says so and leads to https, where it says nothing', async ({
  page,
  browser,
  rig,
}) => {
  await toPassword(page)
  const notice = page.getByRole('status').filter({ hasText: 'This page is not encrypted' })
  await expect(notice).toContainText('The browser warns about its certificate')
  const secure = notice.getByRole('link')
  const { https } = await rig.bench.call(getBench, {}).then(({ addresses }) => addresses)
  await expect(secure).toHaveAttribute('href', `${https}/webapp/hw/`)
  const context = await browser.newContext({ ignoreHTTPSErrors: true })
  const encrypted = await context.newPage()
  await encrypted.goto(`${https}/webapp/hw/`)
  await heading(encrypted, 'Choose the root password')
  await expect(encrypted.getByText('This page is not encrypted')).toHaveCount(0)
  await context.close()
})
