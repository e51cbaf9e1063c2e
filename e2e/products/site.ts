/**
 * Where the console of an audio product that leads a site takes people when it opens, for a file of
 * such a product.
 */
import { setFaults } from '@lintel/contract/bench'
import { saveAudioSite } from '@lintel/contract/calls/audio'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'

/** Adds an account to a group of the site, with these apps. */
const join = (rig: Rig, user: string, access: string[]) =>
  rig.root.call(saveAudioSite, { groups: [{ name: 'Edge', users: [user], access }] })

const consoleAt = (query = '') => `/webapp/hw/${query}#/language`

const expectConsole = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: 'Language' })).toBeVisible({ timeout: 10_000 })

export function testSite(): void {
  test('an administrator in a group of the site is taken to the audio manager, one in no group stays (SHELL-19, SHELL-22, FIX-06)', async ({
    page,
    rig,
  }) => {
    await join(rig, 'somebody', ['all'])
    await page.goto(consoleAt())
    await expectConsole(page)
    await join(rig, 'anna', ['music'])
    await page.reload()
    await expect(page).toHaveURL(/\/audio-manager\/$/)
  })

  test('a person who comes from the audio manager stays if allowed to change settings (SHELL-20, OPEN-11)', async ({
    page,
    rig,
  }) => {
    await join(rig, 'anna', ['system-settings'])
    await page.goto(consoleAt('?from=edge'))
    await expectConsole(page)
    await join(rig, 'anna', ['music'])
    await page.reload()
    await expect(page).toHaveURL(/\/audio-manager\/$/)
  })

  test('the console opens without a message when the site can’t be read (SHELL-21)', async ({
    page,
    rig,
    expectFailures,
  }) => {
    expectFailures(/audioSite/)
    await join(rig, 'anna', ['music'])
    for (const [call, fault, value] of [
      ['audioSite.get', 'status', 500],
      ['audioSite.groups', 'status', 500],
      ['audioSite.groups', 'cut', 10],
      // Longer than the start-up waits.
      ['audioSite.get', 'slow', 30_000],
    ] as const) {
      await rig.bench.call(setFaults, { faults: [{ call, fault, value }] })
      await page.goto(consoleAt(`?${call}-${fault}`))
      await expectConsole(page)
      await expect(page.getByRole('alert')).toHaveCount(0)
    }
  })

  test.describe('a viewer', () => {
    test.use({ person: 'viewer' })

    test('is not checked, and sees a link when a page is refused (SHELL-18, SHELL-22, OPEN-10)', async ({
      page,
      expectFailures,
    }) => {
      expectFailures(/local-player/)
      const requests: string[] = []
      page.on('request', (request) => requests.push(request.url()))
      await page.route('**/local-player/', (route) => route.abort('aborted'))
      await page.goto(consoleAt())
      const link = page.getByRole('link', { name: 'Open the local player' })
      await expect(link).toBeVisible()
      expect(requests.filter((url) => url.includes('audioSite'))).toEqual([])
      await page.unroute('**/local-player/')
      await link.click()
      await expect(page).toHaveURL(/\/local-player\/$/)
    })
  })
}
