/** The pages of an audio product in small and large windows and enlarged. */
import { setWorld } from '@lintel/contract/bench'
import { getPlaying } from '@lintel/contract/calls/audio'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { expect, test } from '../fixture.ts'
import { addressOf, pagesTestedOn } from '../pages/pages.ts'
import { needs } from '../rig/firmware.ts'
import type { Languages } from '../rig/language.ts'
import { languagesOf, speak } from '../rig/language.ts'
import { faultsInWindows, LONG_NAME } from '../rig/layout.ts'
import { PEERS } from './peers.ts'

/** The file that calls it tests a `C1410`. */
export function testFit(which: Languages): void {
  // Pages of our own design, which need calls of our own.
  needs(getPlaying)
  test.use({ reuse: 'device' })

  for (const { code, name } of languagesOf(which)) {
    test(`every page fits into every window in ${name} (EXPECT-33)`, async ({ page, rig }) => {
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
}
