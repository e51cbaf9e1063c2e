import { getUserGroups, getUsers } from '@lintel/contract/calls/users'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { PASSWORD } from '../rig/accounts.ts'
import { tabTo, typeInto } from '../rig/keyboard.ts'
import { expectError, fill, formOf, recordCalls, rowOf } from './form.ts'

test.beforeEach(async ({ open }) => {
  await open('/users/add')
})

const ROLES = [
  ['Administrator', 'viewer:operator:admin:ptz', ['viewer', 'operator', 'admin', 'ptz']],
  ['Operator', 'viewer:operator', ['viewer', 'operator']],
  ['Viewer', 'viewer', ['viewer']],
] as const

for (const [role, sent, groups] of ROLES) {
  const ids = { Administrator: 'USERS-18', Operator: 'USERS-19', Viewer: 'USERS-20' }[role]
  test(`a new ${role} can sign in and has the groups of the role (${ids})`, async ({
    page,
    rig,
  }) => {
    const calls = recordCalls(page)
    await fill(page, { name: 'newcomer', role, password: PASSWORD })
    await formOf(page).save.click()
    await expect(page).toHaveURL(/#\/users$/)
    await expect(rowOf(page, 'newcomer')).toContainText(role)
    await expect(page.getByText('newcomer can now sign in.')).toBeVisible()
    expect(calls.of('add')[0]?.query.get('sgrp')).toBe(sent)
    const own = await rig.as('newcomer').call(getUserGroups, {})
    expect(own.groups).toEqual(expect.arrayContaining([...groups]))
  })
}

const NAMES = [
  ['', 'Fill this in.', 'USERS-23'],
  ['a'.repeat(15), 'At most 14 characters.', 'USERS-24'],
  ['with space', 'Use only the letters A to Z and digits.', 'USERS-25'],
  ['jürgen', 'Use only the letters A to Z and digits.', 'OPEN-28'],
  ['guard1', 'There is already a user with this name.', 'USERS-26'],
] as const

const PASSWORDS = [
  ['', 'Fill this in.', 'USERS-28'],
  [`aA1!${'x'.repeat(61)}`, 'At most 64 characters.', 'USERS-29'],
  ['Pässword2468!', 'Use only letters without accents', 'USERS-30'],
] as const

test.describe('without saving', () => {
  test.use({ reuse: 'device' })

  test('the buttons are there from the start, and each field has one message', async ({ page }) => {
    const { save, name, password, strength } = formOf(page)
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
    await expect(save).toHaveText('Add user')
    await save.click()
    await expectError(name, /Fill this in\.$/)
    await expectError(password, 'Fill this in.')
    await expect(strength.locator('..')).not.toContainText('A strong password has')
  })

  test('offers exactly three roles (USERS-08)', async ({ page }) => {
    await expect(formOf(page).role.getByRole('option')).toHaveText([
      'Administrator',
      'Operator',
      'Viewer',
    ])
  })

  test('a camera that does not move offers no PTZ (USERS-09)', async ({ page }) => {
    await formOf(page).role.selectOption('Viewer')
    await expect(page.getByLabel(/PTZ/)).toHaveCount(0)
  })

  for (const [name, text, id] of NAMES) {
    test(`the name "${name}" is refused: ${text} (${id})`, async ({ page }) => {
      const calls = recordCalls(page)
      await fill(page, { name, password: PASSWORD })
      await formOf(page).save.click()
      await expectError(formOf(page).name, new RegExp(text))
      await expect(formOf(page).name).toBeFocused()
      expect(calls.of('add')).toEqual([])
    })
  }

  for (const [password, text, id] of PASSWORDS) {
    test(`a password is refused: ${text} (${id}, USERS-31)`, async ({ page }) => {
      await fill(page, { name: 'newcomer', password })
      await formOf(page).save.click()
      await expectError(formOf(page).password, new RegExp(text))
      await expectError(formOf(page).repeat, new RegExp(text))
      await expect(formOf(page).password).toBeFocused()
    })
  }

  test('refuses two different passwords (USERS-32)', async ({ page }) => {
    await fill(page, { name: 'newcomer', password: PASSWORD, repeat: 'Door2468?' })
    await formOf(page).save.click()
    await expectError(formOf(page).repeat, /The two passwords don't match\./)
    await expect(formOf(page).repeat).toBeFocused()
  })

  test('the meter shows the strength, as text too (USERS-11, EXPECT-08)', async ({ page }) => {
    const { password, strength } = formOf(page)
    for (const [typed, percent, text] of [
      ['', '0', /^A strong password has 8 to 64 characters/],
      ['abcdef', '33', /^Weak/],
      ['abc12', '33', /^Weak/],
      ['abcd12', '67', /^Medium/],
      ['Abcdef12', '67', /^Medium/],
      ['Abcde12!', '100', 'Strong.'],
    ] as const) {
      await password.fill(typed)
      await expect(strength).toHaveAttribute('aria-valuenow', percent)
      await expect(strength.locator('..')).toContainText(text)
    }
  })

  test('a changed password must be confirmed again (USERS-41)', async ({ page }) => {
    const calls = recordCalls(page)
    const { save, saveAnyway } = formOf(page)
    await fill(page, { name: 'newcomer', password: 'abc' })
    await save.click()
    await expect(saveAnyway).toBeVisible()
    await fill(page, { password: PASSWORD })
    await expect(save).toBeVisible()
    await fill(page, { password: 'abcd' })
    await expect(save).toBeVisible()
    await save.click()
    await expect(saveAnyway).toBeVisible()
    expect(calls.of('add')).toEqual([])
  })

  test('passwords are masked and can be shown (EXPECT-25)', async ({ page }) => {
    const { password } = formOf(page)
    await password.fill(PASSWORD)
    await expect(password).toHaveAttribute('type', 'password')
    await expect(password).toHaveAttribute('autocomplete', 'new-password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
  })
})

test('reads the list again half a second after the save (USERS-42)', async ({ page }) => {
  // A page that earlier tests used has their requests too, and keeps no more than 250.
  await page.evaluate(() => performance.clearResourceTimings())
  await fill(page, { name: 'newcomer', password: PASSWORD })
  await formOf(page).save.click()
  await expect(rowOf(page, 'newcomer')).toBeVisible()
  // By the page's own clock: this process may receive the request late.
  const pauses = async () => {
    const calls = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes('pwdgrp.cgi'))
        .map(({ name, startTime, duration }) => ({ name, startTime, end: startTime + duration })),
    )
    const saved = calls.find(({ name }) => !name.includes('?'))?.end ?? Number.NaN
    return calls.map(({ startTime }) => startTime - saved)
  }
  await expect
    .poll(async () => (await pauses()).some((pause) => pause >= 499 && pause < 1_000))
    .toBe(true)
})

test('the password is in no URL (EXPECT-26)', async ({ page }) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await fill(page, { name: 'newcomer', password: PASSWORD })
  await formOf(page).save.click()
  await expect(page).toHaveURL(/#\/users$/)
  expect(addresses.filter((url) => url.includes('2468'))).toEqual([])
})

test('accepts a name of 14 letters and digits (USERS-24)', async ({ page, rig }) => {
  await fill(page, { name: 'Abcdefghij1234', password: PASSWORD })
  await formOf(page).save.click()
  await expect(page).toHaveURL(/#\/users$/)
  expect((await rig.root.call(getUsers, {})).viewer).toContain('Abcdefghij1234')
})

test('accepts the longest password and one of symbols, which then sign in (USERS-29, USERS-30)', async ({
  page,
  rig,
}) => {
  const password = ` !"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~aA1${'x'.repeat(28)}`.slice(0, 64)
  expect(password).toHaveLength(64)
  await fill(page, { name: 'newcomer', password })
  await formOf(page).save.click()
  await expect(page).toHaveURL(/#\/users$/)
  expect((await rig.as('newcomer', password).call(getUserGroups, {})).user).toBe('newcomer')
})

test('a weak password takes two presses (USERS-39, USERS-40, USERS-37)', async ({ page, rig }) => {
  const calls = recordCalls(page)
  const { save, saveAnyway } = formOf(page)
  await fill(page, { name: 'newcomer', password: 'abc' })
  await save.click()
  await expect(page.getByText('This password is weak and easy to guess.')).toBeVisible()
  expect(calls.of('add')).toEqual([])
  await saveAnyway.click()
  await expect(page).toHaveURL(/#\/users$/)
  expect((await rig.as('newcomer', 'abc').call(getUserGroups, {})).user).toBe('newcomer')
})

test('an account can be created by keyboard alone (EXPECT-04)', async ({ page, open }) => {
  await open('/users')
  const { name, role, password, repeat } = formOf(page)
  await tabTo(page, page.getByRole('link', { name: 'Add user' }))
  await page.keyboard.press('Enter')
  await typeInto(page, name, 'newcomer')
  await tabTo(page, role)
  await page.keyboard.press('o')
  await typeInto(page, password, PASSWORD)
  await typeInto(page, repeat, PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#\/users$/)
  await expect(rowOf(page, 'newcomer')).toContainText('Operator')
})

test('leaving with unsaved changes asks first (EXPECT-01)', async ({ page, open }) => {
  await open('/users')
  await page.getByRole('link', { name: 'Add user' }).click()
  await fill(page, { name: 'newcomer' })
  await page.getByRole('link', { name: 'Overview' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await confirmation.getByRole('button', { name: 'Stay' }).click()
  await expect(formOf(page).name).toHaveValue('newcomer')
  // The first navigation must be reverted before the second one starts.
  await expect(page).toHaveURL(/#\/users\/add/)
  await page.goBack()
  await confirmation.getByRole('button', { name: 'Leave' }).click()
  await expect(page).not.toHaveURL(/#\/users\/add/)
})

test('leaving without changes or after a save does not ask (EXPECT-02)', async ({ page, open }) => {
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL(/#\/$/)
  await open('/users/add')
  await fill(page, { name: 'newcomer', password: PASSWORD })
  await formOf(page).save.click()
  await expect(rowOf(page, 'newcomer')).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).click()
  await expect(page).toHaveURL(/#\/$/)
})

test('is accessible, with errors too', async ({ page }) => {
  await expect(formOf(page).name).toBeVisible()
  await expectAccessible(page)
  await fill(page, { name: 'no good', password: 'abc', repeat: 'x' })
  await formOf(page).save.click()
  await expectError(formOf(page).name, /Use only/)
  await expectAccessible(page)
})
