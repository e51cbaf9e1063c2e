/** The pages of an audio product in every language, in small and large windows and enlarged. */
import { setWorld } from '@lintel/contract/bench'
import { getPlaying } from '@lintel/contract/calls/audio'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { LANGUAGES } from '@lintel/contract/languages'
import { expect, test } from '../fixture.ts'
import { addressOf, pagesTestedOn } from '../pages/pages.ts'
import { needs } from '../rig/firmware.ts'
import { speak } from '../rig/language.ts'
import { faultsInWindows, LONG_NAME } from '../rig/layout.ts'
import { PEERS } from './peers.ts'

test.use({ product: 'C1410' })
// Pages of our own design, which need calls of our own.
needs(getPlaying)

test.describe('every page', () => {
  test.use({ reuse: 'device' })

  for (const { code, name } of LANGUAGES) {
    test(`fits into every window in ${name} (EXPECT-33)`, async ({ page, rig }) => {
      test.slow()
      await speak(rig, name)
      await rig.root.call(updateParameters, { 'root.Network.Bonjour.FriendlyName': LONG_NAME })
      await rig.bench.call(setWorld, { peers: PEERS })
      const faults: string[] = []
      for (const one of pagesTestedOn('C1410')) {
        const address = addressOf(one)
        await page.goto(address)
        await one.ready(page)
        await expect(page.locator('html')).toHaveAttribute('lang', code)
        for (const fault of await faultsInWindows(page)) faults.push(`${address} at ${fault}`)
      }
      expect(faults).toEqual([])
    })
  }
})
