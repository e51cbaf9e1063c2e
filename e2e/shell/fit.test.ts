/** Every page with long names, in both languages, in small windows and enlarged. */
import { updateParameters } from '@lintel/contract/calls/parameters'
import { setTimeZone } from '@lintel/contract/calls/time'
import { addUser, updateUser } from '@lintel/contract/calls/users'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { PASSWORD } from '../rig/accounts.ts'
import { speak } from '../rig/language.ts'
import { openPage, PAGES } from './pages.ts'

test.use({ state: 'busy' })

const NAME = 'The door station at the north-eastern delivery entrance of the'

/** 1280 by 800 at 200 percent is a window of half the size. */
const WINDOWS = [
  { width: 320, height: 640 },
  { width: 640, height: 400 },
]

/** What reaches beyond the window's sides, or makes it scroll sideways. */
const beyond = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const out = [...document.querySelectorAll('a, button, input, select, h1, h2, time, dd, p')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      // A table may scroll in its own frame (WCAG 2.2, 1.4.10).
      .filter((element) => element.closest('table') === null)
      // What is there for screen readers only, and what a press brings into sight.
      .filter((element) => getComputedStyle(element).clipPath === 'none')
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        return width > 1 && (left < -1 || right > clientWidth + 1)
      })
      .map((element) => element.outerHTML.slice(0, 120))
    return scrollWidth > clientWidth ? [`scrolls to ${scrollWidth}`, ...out] : out
  })

for (const language of ['English', 'German']) {
  for (const window of WINDOWS) {
    const { width, height } = window
    test(`every page fits into ${width} × ${height} in ${language} (EXPECT-33)`, async ({
      page,
      rig,
    }) => {
      await speak(rig, language)
      await rig.root.call(updateParameters, { 'root.Network.Bonjour.FriendlyName': NAME })
      await rig.root.call(setTimeZone, { timeZone: 'America/Argentina/ComodRivadavia' })
      await rig.root.call(updateUser, { user: 'guard1', comment: NAME })
      await rig.root.call(addUser, { user: 'wwwwwwwwwwwwww', pwd: PASSWORD, sgrp: 'viewer' })
      await page.setViewportSize(window)
      for (const route of Object.keys(PAGES)) {
        await openPage(page, route)
        expect(await beyond(page), route).toEqual([])
      }
    })
  }
}
