/** Power cuts under open pages: one banner, no input lost, and the device's values afterwards. */
import { setPower } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import type { PageDescriptor, Restart } from '../pages/descriptor.ts'
import { addressOf, pagesTestedOn } from '../pages/pages.ts'
import { needs } from '../rig/firmware.ts'
import { LONGEST_PAUSE } from '../rig/page-clock.ts'
import { FAULT_ERRORS } from './faults.ts'

type Restarting = PageDescriptor & { restart: Restart }

/** How many pages share a power cut, each in a tab of its own. */
const TABS = 5

/** Declares restart tests for the pages of a product. */
export function testRestarting(number: string): void {
  const pages = pagesTestedOn(number).filter(
    (page): page is Restarting => page.restart !== undefined,
  )
  // A firmware that lacks a page's call skips the whole test.
  const isAlone = ({ restart, about }: Restarting) => restart.alone ?? about !== undefined
  const together = pages.filter((page) => !isAlone(page))
  for (let from = 0; from < together.length; from += TABS) {
    testRestart(together.slice(from, from + TABS))
  }
  for (const page of pages.filter(isAlone)) testRestart([page])
}

const bannerOf = (page: Page) => page.getByText("The device doesn't answer.", { exact: true })

/** Opens a page in a tab that shares its process with another, which takes less processor time. */
async function openBeside(tab: Page, address: string): Promise<Page> {
  const opened = tab.waitForEvent('popup')
  await tab.evaluate((url) => {
    window.open(url)
  }, address)
  const popup = await opened
  await popup.waitForLoadState()
  return popup
}

function testRestart(pages: readonly Restarting[]): void {
  const title = pages.map(({ route, path }) => route ?? path).join(', ')

  test(`${title}: a power cut shows one banner, keeps what was typed, and the device's values follow (EXPECT-17, EXPECT-18)`, async ({
    page,
    context,
    rig,
    expectFailures,
  }) => {
    test.slow()
    for (const { about } of pages) if (about) needs(about)
    expectFailures(...FAULT_ERRORS)
    await context.clock.install()
    let loads = 0
    const tabs: Page[] = []
    for (const descriptor of pages) {
      const address = addressOf(descriptor)
      const tab = tabs.length === 0 ? page : await openBeside(page, address)
      if (tabs.length === 0) await page.goto(address)
      tabs.push(tab)
      await descriptor.ready(tab)
      await descriptor.restart.before?.(tab)
      tab.on('load', () => (loads += 1))
    }
    await rig.bench.call(setPower, { action: 'off' })
    for (const tab of tabs) await expect(bannerOf(tab)).toBeVisible()
    await context.clock.fastForward(LONGEST_PAUSE)
    for (const tab of tabs) await expect(bannerOf(tab)).toHaveCount(1)
    // Until the values have changed no page sees the device. Moving the clock ends requests that are
    // under way, so it moves while there are none, and once.
    await context.setOffline(true)
    await rig.bench.call(setPower, { action: 'on' })
    for (const { restart } of pages) await restart.change?.(rig)
    await context.setOffline(false)
    await context.clock.fastForward(LONGEST_PAUSE)
    for (const tab of tabs) {
      await expect(bannerOf(tab)).toBeHidden({ timeout: 20_000 })
      await expect(tab.getByText(/^(?:Not up to date|No answer)$/)).toBeHidden({ timeout: 20_000 })
    }
    for (const [index, tab] of tabs.entries()) await pages[index]?.restart.after(tab)
    expect(loads).toBe(0)
  })
}
