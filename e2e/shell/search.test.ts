/** The search: what it finds for each role, and where its results lead. */
import { at, expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { ACCOUNTS } from '../rig/accounts.ts'
import { tabTo } from '../rig/keyboard.ts'
import { speak } from '../rig/language.ts'
import { expectReady, openPage } from '../pages/pages.ts'
import { box, count, dialog, opener, results, search, show } from './search.ts'

test.describe('on one page', () => {
  test.use({ reuse: 'device' })

  test('the button opens a box with a count of the results and a link for each (SHELL-81, SHELL-85, SHELL-86)', async ({
    page,
    open,
  }) => {
    await show(open, page, '/maintenance')
    await opener(page).click()
    await expect(box(page)).toBeFocused()
    await expect(count(page)).toHaveCount(0)
    await box(page).fill('login')
    await expect(count(page)).toHaveText('1 result')
    await expect(results(page)).toHaveText(['Userslogin'])
    await box(page).fill('password')
    await expect(results(page).nth(1)).toBeVisible()
    await expect(count(page)).toHaveText(`${await results(page).count()} results`)
    await box(page).fill('xylophone')
    await expect(count(page)).toHaveText('0 results')
    await box(page).fill('LOGIN')
    await expect(results(page)).toHaveText(['Userslogin'])
    await results(page).click()
    await expect(page).toHaveURL(/#\/users$/)
    await expect(dialog(page)).toBeHidden()
    await expectReady(page, '/users')
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeFocused()
  })

  test('it can be opened, navigated and closed by keyboard from anywhere (EXPECT-04, EXPECT-06)', async ({
    page,
    open,
  }) => {
    await show(open, page, '/users/add')
    await page.getByLabel('Username').focus()
    await page.keyboard.press('Control+k')
    await expect(box(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByLabel('Username')).toBeFocused()
    await page.keyboard.press('Meta+k')
    await page.keyboard.type('user')
    // Until then, the pages opened last are listed.
    await expect(count(page)).toBeVisible()
    await expect(results(page).first()).toHaveText('Users')
    await page.keyboard.press('ArrowDown')
    await expect(results(page).first()).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(box(page)).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(results(page).last()).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(box(page)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/#\/users$/)
  })

  test('Enter opens the first result, even when pressed before results appear', async ({
    page,
    open,
  }) => {
    await show(open, page, '/')
    await tabTo(page, opener(page))
    await page.keyboard.press('Enter')
    await expect(box(page)).toBeFocused()
    await page.keyboard.type('language')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/#\/language$/)
    await expectReady(page, '/language')
  })

  test('arrow keys pressed before results appear move through these, not through earlier ones', async ({
    page,
    open,
  }) => {
    await show(open, page, '/maintenance')
    await search(page, 'users')
    await expect(results(page).first()).toHaveText('Users')
    await box(page).fill('restart')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    await expect(results(page).first()).toHaveText('Restart the deviceMaintenance')
    await expect(results(page).first()).toBeFocused()
    await page.keyboard.press('Escape')
    await search(page, 'network')
    const href = await results(page).nth(1).getAttribute('href')
    await box(page).fill('users')
    await expect(results(page).first()).toHaveText('Users')
    await box(page).fill('network')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
    expect(new URL(page.url()).hash).toBe(href)
  })

  test('every field that is found is shown and focused on its page', async ({ page, open }) => {
    test.slow()
    await show(open, page, '/maintenance')
    const fields = new Set<string>()
    await opener(page).click()
    for (const letter of 'aeiou') {
      await box(page).fill('')
      await expect(count(page)).toHaveCount(0)
      await box(page).fill(letter)
      await expect(count(page)).toHaveText(/result/)
      const hrefs = await results(page).evaluateAll((links) =>
        links.map((link) => link.getAttribute('href') ?? ''),
      )
      for (const href of hrefs) if (href.includes('field=')) fields.add(href)
    }
    expect(fields.size).toBeGreaterThan(5)
    expect([...fields]).toContain('#/camera?field=frequency')
    expect([...fields]).toContain('#/ioPorts/edit/I2?field=delayTime')
    await page.keyboard.press('Escape')
    for (const href of fields) {
      const [, route = '', fields = ''] = /^#(.+)\?field=(.+)$/.exec(href) ?? []
      await page.goto(at(`${route}?field=${fields}`))
      const names = decodeURIComponent(fields).split(',')
      const controls = names.map((name) => `[name="${name}"], [data-field="${name}"]`).join()
      const look = () =>
        page.evaluate((selector) => {
          // Some are on a page of the device that is framed here.
          const frame = document.querySelector('main iframe') as HTMLIFrameElement | null
          const inside = frame?.contentDocument
          const all = (query: string) => [
            ...document.querySelectorAll(`main ${query}`),
            ...(inside?.querySelectorAll(query) ?? []),
          ]
          const focused = all(`:is(${selector}):focus`)
          return {
            focused: focused.length,
            inView: focused.every((one) => {
              const { top, bottom } = one.getBoundingClientRect()
              const above =
                one.ownerDocument === inside ? (frame?.getBoundingClientRect().top ?? 0) : 0
              return above + bottom > 0 && above + top < window.innerHeight
            }),
            highlighted: all('[data-found]').length,
            hash: location.hash,
          }
        }, controls)
      // The address is the page's own again.
      await expect
        .poll(look, { message: href, intervals: [20, 50, 100] })
        .toEqual({ focused: 1, inView: true, highlighted: 1, hash: `#${route}` })
    }
  })

  test('opening a result asks about unsaved changes (EXPECT-01)', async ({ page, open }) => {
    await show(open, page, '/users/add')
    await page.getByLabel('Username').fill('newcomer')
    await search(page, 'restart')
    await results(page).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
    await expect(page).toHaveURL(/#\/users\/add$/)
    // Nothing is lost when the field is on the same page.
    await search(page, 'new user role')
    await results(page).filter({ hasText: 'RoleAdd user' }).click()
    await expect(page.getByLabel('Role', { exact: true })).toBeFocused()
    await expect(page.getByLabel('Username')).toHaveValue('newcomer')
    await page.getByLabel('Username').fill('')
  })

  test('an open dialog disables the search', async ({ page, open }) => {
    await show(open, page, '/users/edit/guard1')
    // It has been loaded, so it could open at once.
    await page.keyboard.press('Control+k')
    await expect(box(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(box(page)).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(box(page)).toHaveCount(0)
  })

  test('it is accessible and fits into wide and narrow windows (EXPECT-33)', async ({
    page,
    open,
  }) => {
    await show(open, page, '/maintenance')
    for (const width of [1360, 390, 320]) {
      await page.setViewportSize({ width, height: 640 })
      await search(page, 'user')
      await expectAccessible(page)
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(scrollWidth).toBeLessThanOrEqual(width)
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
    }
    await page.goto(at('/search'))
    await box(page).fill('user')
    await expect(count(page)).toBeVisible()
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 800 })
  })
})

test('no result appears until 300 ms after the last key, and a found field is highlighted only briefly (SHELL-84)', async ({
  page,
}) => {
  await page.clock.install()
  await openPage(page, '/maintenance')
  // It can be searched for again.
  const restart = page.getByRole('button', { name: 'Restart', exact: true })
  for (let time = 0; time < 2; time += 1) {
    await search(page, 'reboot')
    await results(page).filter({ hasText: 'Restart' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(restart).toBeFocused()
    await expect(page.locator('[data-found]')).toHaveCount(1)
    await page.clock.runFor(4_000)
    await expect(page.locator('[data-found]')).toHaveCount(0)
  }
  await search(page, 'users')
  await expect(results(page).first()).toHaveText('Users')
  await page.clock.pauseAt(Date.now() + 60_000)
  await box(page).fill('restar')
  await page.clock.runFor(200)
  await box(page).pressSequentially('t')
  await page.clock.runFor(299)
  await expect(results(page).first()).toHaveText('Users')
  await page.clock.runFor(1)
  await expect(results(page).first()).toContainText('Restart')
})

test('it is in the language of the console, and ignores diacritics (SHELL-87)', async ({
  page,
  rig,
}) => {
  await speak(rig, 'German')
  await openPage(page, '/maintenance')
  await page.keyboard.press('Control+k')
  const german = page.getByRole('searchbox', { name: 'Einstellungen suchen' })
  await german.fill('ubersicht')
  await expect(count(page)).toHaveText('1 Treffer')
  await expect(results(page)).toHaveText(['Übersicht'])
})

for (const person of ['viewer', 'operator'] as const) {
  test.describe(person, () => {
    test.use({ person, reuse: 'device' })

    test('finds only what they may open (SHELL-89, SHELL-93, SHELL-63)', async ({ page, open }) => {
      await show(open, page, '/')
      for (const query of ['user', 'restart', 'plain config']) {
        await search(page, query)
        await expect(count(page)).toHaveText('0 results')
        await page.keyboard.press('Escape')
      }
      await search(page, 'language')
      await expect(results(page).first()).toHaveText('Language')
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
    })

    test('has the search as a page (SHELL-40, SHELL-64)', async ({ page, open }) => {
      await show(open, page, '/search')
      await expect(box(page)).toBeFocused()
      await box(page).fill('serial')
      await expect(count(page)).toHaveText('1 result')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/#\/$/)
      await expect(page.getByRole('definition').and(page.locator(':focus'))).toHaveCount(1)
    })
  })
}

test.describe('from its start', () => {
  test.use({ reuse: 'nothing' })

  test('what is typed before the search has loaded stays in its box, and finds', async ({
    page,
  }) => {
    let release = () => {}
    const typed = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/search-panel-*.js', async (route) => {
      await typed
      await route.continue()
    })
    await openPage(page, '/maintenance')
    await expectReady(page, '/maintenance')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('login')
    await expect(box(page)).toHaveValue('login')
    await expect(results(page)).toHaveCount(0)
    release()
    await expect(results(page)).toHaveText(['Userslogin'])
    await expect(box(page)).toBeFocused()
    await page.unrouteAll()
  })

  test('keys pressed before the search has loaded move and open, too', async ({ page }) => {
    let release = () => {}
    const pressed = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/search-panel-*.js', async (route) => {
      await pressed
      await route.continue()
    })
    await openPage(page, '/maintenance')
    await expectReady(page, '/maintenance')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('login')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    release()
    await expect(page).toHaveURL(/#\/users$/)
    await page.unrouteAll()
  })

  test('contacts that cannot be searched for lack of a file are reported', async ({
    page,
    expectFailures,
  }) => {
    expectFailures(/failed/i)
    await page.route('**/assets/people-*.js', (route) => route.abort())
    await openPage(page, '/maintenance')
    await search(page, 'login')
    await expect(results(page)).toHaveText(['Userslogin'])
    await expect(page.getByText('Some contacts and accounts could not be searched')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.unrouteAll()
    await search(page, ACCOUNTS.viewer.user)
    await expect(results(page)).toHaveText([ACCOUNTS.viewer.user])
  })

  test('a search that fails to load is reported, and the page continues', async ({
    page,
    expectFailures,
  }) => {
    expectFailures(/failed/i)
    await page.route('**/assets/search*', (route) => route.abort())
    await openPage(page, '/maintenance')
    await opener(page).click()
    await expect(dialog(page).getByText(/Loading chunk search failed/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expectReady(page, '/users')
  })

  test('an area whose messages fail to load is searched by its page titles', async ({
    page,
    expectFailures,
  }) => {
    expectFailures(/failed/i)
    await page.route('**/assets/en-*.js', async (route) => {
      const response = await route.fetch()
      const lost = (await response.text()).includes('users.passwordKept')
      await (lost ? route.abort() : route.fulfill({ response }))
    })
    await openPage(page, '/maintenance')
    await search(page, 'user')
    // All areas share the label of the username, and the others are found by words for it.
    await expect(results(page)).toHaveText([
      'Users',
      'User IDAdd SIP account',
      'UsernameAdd user',
      'UsernameAdd ONVIF user',
      'Add ONVIF user',
      'Add user',
      'ONVIF usersONVIF',
      'Proxy usernameRemote service',
      'Remote access serverProtocol · username',
    ])
    await box(page).fill('restart')
    await expect(results(page).filter({ hasText: 'Restart' }).first()).toBeVisible()
  })
})
