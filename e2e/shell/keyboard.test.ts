/** The whole console by keyboard alone, and where the focus is. */
import { getUserGroups, getUsers } from '@lintel/contract/calls/users'
import { systemReady } from '@lintel/contract/calls/system'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { ACCOUNTS, PASSWORD } from '../rig/accounts.ts'
import { restartButton, restartNow } from '../maintenance/overlay.ts'
import { needs } from '../rig/firmware.ts'
import { tabTo, typeInto } from '../rig/keyboard.ts'
import { formOf, rowOf } from '../users/form.ts'
import { expectReady, openPage, pageAt, routesOn } from '../pages/pages.ts'

async function press(page: Page, target: Parameters<typeof tabTo>[1], key = 'Enter') {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

const menuLink = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('link', { name, exact: true })

test.describe('from the sign-in on', () => {
  test.use({ person: 'nobody' })

  test('accounts are created, changed and deleted, and the device restarts (EXPECT-04, EXPECT-06)', async ({
    page,
    rig,
    expectFailures,
  }) => {
    test.slow()
    await page.goto('/sign-in')
    await typeInto(page, page.getByLabel('Username'), ACCOUNTS.admin.user)
    await typeInto(page, page.getByLabel('Password', { exact: true }), PASSWORD)
    await page.keyboard.press('Enter')
    await press(page, menuLink(page, 'Users'))
    await expect(page).toHaveURL(/#\/users$/)
    await press(page, page.getByRole('link', { name: 'Add user' }))

    const { name, role, password, repeat, save } = formOf(page)
    await typeInto(page, name, 'newcomer')
    await tabTo(page, role)
    await page.keyboard.type('Viewer')
    await typeInto(page, password, PASSWORD)
    await typeInto(page, repeat, PASSWORD)
    await page.keyboard.press('Enter')
    await expect(rowOf(page, 'newcomer')).toBeVisible()
    expect((await rig.as('newcomer').call(getUserGroups, {})).groups).not.toContain('operator')

    await press(page, page.getByRole('link', { name: 'Edit newcomer' }))
    await expect(role).toHaveValue('viewer')
    await tabTo(page, role)
    await page.keyboard.type('Operator')
    await expect(role).toHaveValue('operator')
    await press(page, save, 'Space')
    await expect(rowOf(page, 'newcomer')).toContainText('Operator')
    expect((await rig.root.call(getUsers, {})).operator).toContain('newcomer')

    await press(page, page.getByRole('link', { name: 'Edit newcomer' }))
    await press(page, page.getByRole('button', { name: 'Delete', exact: true }))
    const confirmation = page.getByRole('alertdialog')
    await expect(confirmation.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press(page, confirmation.getByRole('button', { name: 'Delete user' }))
    await expect(page).toHaveURL(/#\/users$/)
    await expect(rowOf(page, 'newcomer')).toBeHidden()
    expect((await rig.root.call(getUsers, {})).viewer).not.toContain('newcomer')

    expectFailures(/failed|WebSocket|401|503/i)
    const before = (await rig.anonymous.call(systemReady, { timeout: 0 })).bootid
    await press(page, menuLink(page, 'Maintenance'))
    await press(page, restartButton(page))
    await press(page, restartNow(page))
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect
      .poll(async () => {
        const ready = await rig.anonymous.call(systemReady, { timeout: 0 }).catch(() => undefined)
        return ready?.bootid ?? before
      })
      .not.toBe(before)
  })
})

/** The focused element, and whether its focus is visible. */
const focused = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element instanceof HTMLIFrameElement) {
      element = element.contentDocument?.activeElement ?? null
    }
    if (!element || element === element.ownerDocument.body) return undefined
    // The focus ring may be drawn on the element around a native control.
    const rings = [element, element.closest('label'), element.parentElement].map((ringed) => {
      const style = ringed && getComputedStyle(ringed)
      if (!style) return false
      return (
        (style.outlineStyle !== 'none' && style.outlineWidth !== '0px') ||
        style.boxShadow !== 'none'
      )
    })
    const { width, height, bottom, top } = element.getBoundingClientRect()
    const seen =
      width > 0 &&
      height > 0 &&
      bottom > 0 &&
      top < (element.ownerDocument.defaultView ?? window).innerHeight
    return { what: element.outerHTML.slice(0, 160), visible: seen && rings.includes(true) }
  })

test.describe('from its start', () => {
  test.use({ reuse: 'nothing' })

  test('the heading of a new page takes the focus and is announced (EXPECT-40)', async ({
    page,
  }) => {
    await openPage(page, '/maintenance')
    // The first page leaves the focus to the browser.
    await expect(page.locator(':focus')).toHaveCount(0)
    await menuLink(page, 'Users').click()
    await expectReady(page, '/users')
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: /^Users$/ })).toHaveCount(1)
    await tabTo(page, page.getByRole('link', { name: 'Add user' }))
  })
})

/** Lets the next Tab start at the top of an element. */
const startIn = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const top = document.createElement('span')
    top.tabIndex = -1
    element.prepend(top)
    top.focus()
    top.remove()
  })

/** Pages whose tab stops are followed from the top; on the others, the frame is the same. */
const WITH_FRAME = ['/', '/camera']

test.describe('on one page', () => {
  test.use({ reuse: 'device' })

  for (const route of routesOn()) {
    test(`on ${route} every tab stop is visible, and none is a trap (EXPECT-04)`, async ({
      page,
      open,
    }) => {
      const { about } = pageAt(route)
      if (about) needs(about)
      await open(route)
      await expectReady(page, route)
      const whole = WITH_FRAME.includes(route)
      await startIn(page, whole ? 'body' : 'main')
      const stops: string[] = []
      for (let count = 0; count < 60; count += 1) {
        await page.keyboard.press('Tab')
        const stop = await focused(page)
        if (!stop) break
        expect(stop, stop.what).toMatchObject({ visible: true })
        stops.push(stop.what)
      }
      if (whole) expect(stops[0]).toContain('href="#main"')
      expect(stops.length).toBeGreaterThan(whole ? 4 : 0)
      expect(stops.length).toBeLessThan(60)
    })
  }

  test('a dialog traps the focus and returns it on close (EXPECT-06)', async ({ page, open }) => {
    await open('/users/edit/guard1')
    const opener = page.getByRole('button', { name: 'Delete', exact: true })
    await press(page, opener)
    const confirmation = page.getByRole('alertdialog')
    const inside = new Set<string>()
    for (let count = 0; count < 8; count += 1) {
      inside.add(
        await page.evaluate(() => {
          const element = document.activeElement
          // Between the last control and the first one, browsers focus their own interface.
          if (!element || element === document.body) return 'browser'
          return element.closest('dialog') ? 'dialog' : `page: ${element.outerHTML.slice(0, 80)}`
        }),
      )
      await page.keyboard.press(count < 4 ? 'Tab' : 'Shift+Tab')
    }
    expect([...inside].filter((where) => where.startsWith('page'))).toEqual([])
    await page.keyboard.press('Escape')
    await expect(confirmation).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('the account menu opens, closes with Escape and returns the focus (EXPECT-06)', async ({
    page,
    open,
  }) => {
    await open('/maintenance')
    const opener = page.getByRole('button', { name: 'Account anna' })
    await press(page, opener)
    const way = page.getByRole('button', { name: 'Sign out' })
    await tabTo(page, way)
    await page.keyboard.press('Escape')
    await expect(way).toBeHidden()
    await expect(opener).toBeFocused()
  })
})
