/** Every page with long names, in small and large windows and enlarged. */
import { updateParameters } from '@lintel/contract/calls/parameters'
import { setTimeZone } from '@lintel/contract/calls/time'
import { addUser, updateUser } from '@lintel/contract/calls/users'
import { expect, test } from '../fixture.ts'
import { PASSWORD } from '../rig/accounts.ts'
import type { Languages } from '../rig/language.ts'
import { languagesOf, speak } from '../rig/language.ts'
import { faultsInWindows, LONG_NAME, LONG_ZONE } from '../rig/layout.ts'
import type { PageDescriptor } from '../pages/descriptor.ts'
import { DEFAULT_PRODUCT } from '../pages/descriptor.ts'
import { addressOf, isForAdministrators, pagesTestedOn } from '../pages/pages.ts'

const PAGES = pagesTestedOn(DEFAULT_PRODUCT).filter(isForAdministrators)

/** So many pages in one test: the rest of the run would wait for one that has all of them. */
const AT_ONCE = 10

export function testFit(which: Languages): void {
  // The tests are independent and long: spread them over the workers.
  test.describe.configure({ mode: 'parallel' })
  test.use({ state: 'busy' })
  for (const { code, name } of languagesOf(which)) {
    for (let first = 0; first < PAGES.length; first += AT_ONCE) {
      testPages(PAGES.slice(first, first + AT_ONCE), code, name)
    }
  }
}

function testPages(pages: readonly PageDescriptor[], code: string, name: string): void {
  const [first = '', last = ''] = [pages[0], pages.at(-1)].map((one) => one && addressOf(one))
  test(`every page from ${first} to ${last} fits into every window in ${name} (EXPECT-33)`, async ({
    page,
    rig,
  }) => {
    test.slow()
    await speak(rig, name)
    await rig.root.call(updateParameters, { 'root.Network.Bonjour.FriendlyName': LONG_NAME })
    await rig.root.call(setTimeZone, { timeZone: LONG_ZONE })
    await rig.root.call(updateUser, { user: 'guard1', comment: LONG_NAME })
    await rig.root.call(addUser, { user: 'wwwwwwwwwwwwww', pwd: PASSWORD, sgrp: 'viewer' })
    const faults: string[] = []
    for (const one of pages) {
      const address = addressOf(one)
      await page.goto(address)
      await one.ready(page)
      await expect(page.locator('html')).toHaveAttribute('lang', code)
      for (const fault of await faultsInWindows(page)) faults.push(`${address} at ${fault}`)
    }
    expect(faults).toEqual([])
  })
}
