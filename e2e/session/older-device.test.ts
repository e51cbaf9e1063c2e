/** A device whose firmware lacks what the console asks for in the background. */
import { setFaults } from '@lintel/contract/bench'
import { at, expect, test } from '../fixture.ts'
import { installClock } from '../rig/page-clock.ts'

test.use({ reuse: 'nothing' })

test('without events, readiness call and language the console works and says so in one line (SHELL-97)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/failed|WebSocket|404/i)
  await rig.bench.call(setFaults, {
    faults: ['events', 'systemready'].map((call) => ({
      call,
      fault: 'status' as const,
      value: 404,
    })),
  })
  await page.route(/param\.cgi/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(/(System\.Language=).*/, '$1')
    await route.fulfill({ response, body })
  })
  await page.goto(at('/language'))
  await installClock(page)
  const list = page.getByRole('button', { name: 'English' })
  await expect(list).toBeVisible()
  await expect(list).toHaveAttribute('aria-pressed', 'false')
  await page.clock.fastForward(60_000)
  const bar = page.getByRole('banner')
  await expect(bar.getByText('No automatic updates')).toBeVisible()
  await expect(page.getByText('Not up to date')).toHaveCount(0)
  await expect(page.getByText("The device doesn't answer.")).toHaveCount(0)
  await expect(page.getByText('not available')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
})
