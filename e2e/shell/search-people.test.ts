/** What the search does itself, and the contacts and accounts that it finds. */
import { importPhonebook } from '@lintel/contract/calls/phonebook-files'
import { listContacts } from '@lintel/contract/calls/phonebook-lists'
import { getDateTimeInfo } from '@lintel/contract/calls/time'
import { getUsers } from '@lintel/contract/calls/users'
import { largeBook } from '../../device/src/services/testing/large-book.ts'
import { expect, test } from '../fixture.ts'
import { closedAt, setPortParameters } from '../io-ports/port-actions.ts'
import { applyFault, clearFaults, FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { expectReady } from '../pages/pages.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { ACCOUNTS } from '../rig/accounts.ts'
import { pathOf } from '../rig/firmware.ts'
import { HOUSE, setEntries } from '../rig/house.ts'
import { speak } from '../rig/language.ts'
import { addOnvifUser, removeOnvifUser } from '../onvif/accounts.ts'
import { addAccount } from '../sip-accounts/form.ts'
import { box, count, dialog, results, search, show } from './search.ts'

test.describe('actions', () => {
  test.beforeEach(async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
  })

  test('the colour scheme is switched at once, by Enter', async ({ page, open }) => {
    await show(open, page, '/maintenance')
    const root = page.locator('html')
    for (const [query, action, theme] of [
      ['dark mode', 'Switch to dark', 'dark'],
      ['light mode', 'Switch to light', 'light'],
    ] as const) {
      await search(page, query)
      await expect(page.getByRole('search').getByRole('button').first()).toContainText(action)
      await page.keyboard.press('Enter')
      await expect(dialog(page)).toBeHidden()
      await expect(root).toHaveAttribute('data-theme', theme)
    }
    await search(page, 'theme')
    await page.getByRole('button', { name: "Switch to the system's appearance" }).click()
    await expect(root).not.toHaveAttribute('data-theme')
  })

  test('nothing harmful is an action: restart and factory default are places', async ({
    page,
    open,
  }) => {
    await show(open, page, '/')
    for (const [query, name] of [
      ['reboot', 'Restart'],
      ['factory reset', 'Factory default'],
    ] as const) {
      await search(page, query)
      await expect(page.getByRole('search').getByRole('button')).toHaveCount(0)
      await results(page).filter({ hasText: name }).first().click()
      await expectReady(page, '/maintenance')
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
    }
  })

  test('administrators find how to change their own password', async ({ page, open }) => {
    await show(open, page, '/')
    await search(page, 'change my password')
    await expect(results(page).first()).toHaveText('Change my password')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`#/users/edit/${ACCOUNTS.admin.user}$`))
  })
})

test.describe('an operator', () => {
  test.use({ person: 'operator' })

  test('finds the door, and lands at its tile without opening it', async ({ page, open, rig }) => {
    await setPortParameters(rig, 'I3', { 'Output.Mode': 'monostable', 'Output.PulseTime': '3000' })
    await show(open, page, '/search')
    await page.getByRole('searchbox').fill('open door')
    await expect(results(page).first()).toHaveText('Open a door')
    await page.keyboard.press('Enter')
    const doors = page.getByRole('region', { name: 'Doors' })
    await expect(doors).toBeFocused()
    await expect(doors).toBeInViewport()
    await expect(doors).toContainText('Locked')
    expect(await closedAt(rig, 4)).toBe(false)
  })
})

test.describe('a session', () => {
  test.use({ person: 'viewer', reuse: 'nothing' })

  test('can be ended from the search', async ({ page, open, expectFailures }) => {
    expectFailures(/401|WebSocket/)
    await show(open, page, '/')
    await search(page, 'log out')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/sign-in/)
  })
})

test('a port’s number leads to its setting', async ({ page, open }) => {
  await show(open, page, '/maintenance')
  for (const [query, first] of [
    ['port 80', 'Network security:80'],
    ['5060', 'SIP portSIP settings · :5060'],
    ['161', 'SNMP:161'],
  ] as const) {
    await search(page, query)
    await expect(results(page).first()).toHaveText(first)
    await page.keyboard.press('Escape')
  }
  await search(page, '5060')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('SIP port', { exact: true })).toBeFocused()
})

test('pages opened last are offered before anything is typed, and what matches is marked', async ({
  page,
  open,
}) => {
  for (const route of ['/users', '/network', '/maintenance']) await show(open, page, route)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('heading', { name: 'Recently opened' })).toBeVisible()
  await expect(results(page).first()).toHaveText('Network')
  await expect(results(page).nth(1)).toHaveText('Users')
  await box(page).fill('net SEC')
  await expect(results(page).first().locator('mark')).toHaveText(['Net', 'sec'])
  await expectAccessible(page)
})

test.describe('people', () => {
  test('contacts of a phonebook of 10,000 are found by name and number, and opened', async ({
    page,
    open,
    rig,
  }) => {
    test.slow()
    await show(open, page, '/maintenance')
    const phonebookEntries = [...largeBook({ contacts: 10_000, organisations: 50 })]
    await page.evaluate(
      async ([path, text]) => {
        const body = new FormData()
        body.append('file', new Blob([text], { type: 'application/json' }), 'book.json')
        const headers = { 'x-lintel-console': '1' }
        await fetch(`${path}?removeAll=true`, { method: 'POST', headers, body })
      },
      [pathOf(importPhonebook), JSON.stringify({ phonebookEntries })] as const,
    )
    await search(page, 'angstrom 9999')
    const contacts = page.getByRole('search').getByRole('region', { name: 'Contacts' })
    await expect(contacts.getByRole('link')).toHaveCount(1)
    await box(page).fill('Angstrom')
    await expect(contacts.getByRole('link')).toHaveCount(6)
    await expect(contacts.getByRole('link').first().locator('mark')).toHaveText('Ångström')
    // The device itself counts as many.
    const { total } = await rig.root.call(listContacts, { filter: 'angstrom', limit: 1 })
    await contacts.getByRole('link', { name: `Show all ${total.toLocaleString('en')}` }).click()
    await expect(page).toHaveURL(/#\/phonebook\?filter=Angstrom$/)
    await search(page, '9999@127.0.0.1')
    await expect(contacts.getByRole('link')).toHaveCount(1)
    await expect(contacts.getByRole('link').locator('span').first()).toHaveText('Ada Ångström 9999')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(
      /#\/phonebook\/organisations\/org-\d+\/contacts\/person-9999\/edit$/,
    )
    await expect(page.getByLabel('Last name')).toHaveValue('Ångström 9999')
  })

  test('SIP accounts and users are found by name, each under the name of its page', async ({
    page,
    open,
    rig,
  }) => {
    const id = await addAccount(rig, 'Gatehouse')
    await show(open, page, '/maintenance')
    await search(page, 'gateh')
    const found = (title: string) =>
      page.getByRole('region', { name: title, exact: true }).getByRole('link')
    await expect(found('SIP accounts')).toHaveText([/^Gatehouse/])
    await expect(count(page)).toHaveText('1 result')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`#/sip/accounts/${id}/edit$`))
    const { viewer } = await rig.root.call(getUsers, {})
    expect(viewer).toContain(ACCOUNTS.operator.user)
    await search(page, ACCOUNTS.operator.user)
    await found('Users').click()
    await expect(page).toHaveURL(new RegExp(`#/users/edit/${ACCOUNTS.operator.user}$`))
  })

  test('call groups, organisations and ONVIF users are found by name, and opened', async ({
    page,
    open,
    rig,
  }) => {
    await setEntries(rig.root, HOUSE)
    await addOnvifUser(rig, 'recorder', 'Operator')
    await show(open, page, '/maintenance')
    for (const [query, title, name, address] of [
      ['recep', 'Call groups', /^Reception13 · House$/, /\/house\/callgroups\/desk\/edit$/],
      ['main building', 'Organisations', /^HouseMain building$/, /\/organisations\/house$/],
      ['recorder', 'ONVIF users', /^recorder$/, /#\/onvif\/users\/edit\/recorder$/],
    ] as const) {
      await search(page, query)
      await page
        .getByRole('search')
        .getByRole('region', { name: title })
        .getByRole('link')
        .filter({ hasText: name })
        .click()
      await expect(page).toHaveURL(address)
    }
    await removeOnvifUser(rig, 'recorder')
  })

  test('who is found as typed goes before pages that only resemble it', async ({
    page,
    open,
    rig,
  }) => {
    await setEntries(rig.root, HOUSE)
    await show(open, page, '/maintenance')
    await search(page, 'lovelace')
    await expect(results(page)).toHaveText([/^Ada Lovelace/])
    await page.keyboard.press('Escape')
    // Before the device has answered.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('ada love')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/contacts\/ada\/edit$/)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('smith')
    await page.keyboard.press('ArrowDown')
    await expect(results(page).filter({ hasText: 'Bob Smith' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/contacts\/bob\/edit$/)
  })

  test('a phonebook that can’t be read is reported, and the rest is found', async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    expectFailures(...FAULT_ERRORS)
    await setEntries(rig.root, HOUSE)
    await show(open, page, '/maintenance')
    await applyFault(rig, ['phonebookLists.contacts'], { fault: 'status', value: 500 })
    await search(page, 'users')
    await expect(page.getByText('Some contacts and accounts could not be searched')).toBeVisible()
    await expect(results(page).first()).toHaveText('Users')
    await clearFaults(rig)
  })

  test('one letter sends no request, and headings are in the console’s language', async ({
    page,
    open,
    rig,
  }) => {
    await setEntries(rig.root, HOUSE)
    await speak(rig, 'German')
    await open('/maintenance')
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/phonebook/contacts')) asked.push(request.url())
    })
    await page.keyboard.press('Control+k')
    const german = page.getByRole('searchbox', { name: 'Einstellungen suchen' })
    await german.fill('l')
    await expect(page.getByRole('heading', { name: /Treffer$/ })).toBeVisible()
    expect(asked).toEqual([])
    await german.fill('lovelace')
    await expect(page.getByRole('region', { name: 'Kontakte' }).getByRole('link')).toHaveText([
      /^Ada Lovelace/,
    ])
  })
})

test.describe('operators', () => {
  test.use({ person: 'operator', reuse: 'device' })

  test('find nobody, and the device is not asked', async ({ page, open }) => {
    // The overview asks for calls; this page asks for nothing.
    await show(open, page, '/language')
    const asked: string[] = []
    page.on('request', (request) => {
      if (/pwdgrp|\/phonebook\/|vapix\/call/.test(request.url())) asked.push(request.url())
    })
    await search(page, ACCOUNTS.viewer.user)
    await expect(count(page)).toHaveText('0 results')
    expect(asked).toEqual([])
  })
})

test.describe('cities', () => {
  for (const [typed, city, zone] of [
    ['Berlin', 'Berlin', 'Europe/Berlin'],
    ['new york', 'New York', 'America/New_York'],
    ['krakow', 'Kraków', 'Europe/Warsaw'],
  ] as const) {
    test(`${typed} leads to its time zone, which is chosen but not saved`, async ({
      page,
      open,
      rig,
    }) => {
      await show(open, page, '/maintenance')
      await search(page, typed)
      const found = page.getByRole('region', { name: 'Time zone' }).getByRole('link')
      await expect(found).toHaveCount(1)
      await expect(found).toContainText(city)
      await expect(found).toContainText(zone)
      await expectAccessible(page)
      const before = (await rig.root.call(getDateTimeInfo, {})).timeZone
      await found.click()
      await expect(page.getByRole('combobox', { name: 'Time zone' })).toHaveValue(zone)
      await expect(page).toHaveURL(/#\/datetime\/zone$/)
      expect((await rig.root.call(getDateTimeInfo, {})).timeZone).toBe(before)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText(`The time zone is ${zone}.`)).toBeVisible()
      expect((await rig.root.call(getDateTimeInfo, {})).timeZone).toBe(zone)
    })
  }

  test('a word that only begins some city’s name finds none', async ({ page, open }) => {
    await show(open, page, '/maintenance')
    await search(page, 'port')
    await expect(results(page).first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'Time zone' })).toHaveCount(0)
  })
})
