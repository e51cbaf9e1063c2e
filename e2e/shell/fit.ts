/** Every page with long names, in small and large windows and enlarged. */
import { updateParameters } from '@lintel/contract/calls/parameters'
import { setTimeZone } from '@lintel/contract/calls/time'
import { addUser, updateUser } from '@lintel/contract/calls/users'
import { LANGUAGES } from '@lintel/contract/languages'
import { expect, test } from '../fixture.ts'
import { PASSWORD } from '../rig/accounts.ts'
import { speak } from '../rig/language.ts'
import { faultsInWindows, LONG_NAME, LONG_ZONE } from '../rig/layout.ts'
import { DEFAULT_PRODUCT } from '../pages/descriptor.ts'
import { addressOf, isForAdministrators, pagesTestedOn } from '../pages/pages.ts'

/** The language with the longest words, tested every day; the others are tested every night. */
const LONGEST = 'de'

export function testFit(which: 'longest' | 'others'): void {
  // The tests are independent and long in total: spread them over all workers.
  test.describe.configure({ mode: 'parallel' })
  test.use({ state: 'busy' })
  const languages = LANGUAGES.filter(({ code }) => (code === LONGEST) === (which === 'longest'))
  for (const { code, name } of languages) testLanguage(code, name)
}

function testLanguage(code: string, name: string): void {
  test(`every page fits into every window in ${name} (EXPECT-33)`, async ({ page, rig }) => {
    test.slow()
    await speak(rig, name)
    await rig.root.call(updateParameters, { 'root.Network.Bonjour.FriendlyName': LONG_NAME })
    await rig.root.call(setTimeZone, { timeZone: LONG_ZONE })
    await rig.root.call(updateUser, { user: 'guard1', comment: LONG_NAME })
    await rig.root.call(addUser, { user: 'wwwwwwwwwwwwww', pwd: PASSWORD, sgrp: 'viewer' })
    const faults: string[] = []
    for (const one of pagesTestedOn(DEFAULT_PRODUCT).filter(isForAdministrators)) {
      const address = addressOf(one)
      await page.goto(address)
      await one.ready(page)
      await expect(page.locator('html')).toHaveAttribute('lang', code)
      for (const fault of await faultsInWindows(page)) faults.push(`${address} at ${fault}`)
    }
    expect(faults).toEqual([])
  })
}
