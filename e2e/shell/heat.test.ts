/** What the console shows when the device is too cold or too hot. A §4 Heat events. */
import { advanceClock, getBench, setPower, setWorld } from '@lintel/contract/bench'
import { getConfiguration } from '@lintel/contract/calls/intercom'
import { TOPICS } from '@lintel/contract/events'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { afterRetries } from '../rig/page-clock.ts'
import type { Rig } from '../rig/rig.ts'

const COLD = 'It is too cold for the display.'
const WARM = 'The sleep time of the display has been changed to 5 seconds.'
const HOT = 'To avoid overheating the device, the display is switched off.'
const MANUAL = 'https://help.axis.com/axis-a8307-e'

const banner = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })
const heat = (rig: Rig, temperature: number) => rig.bench.call(setWorld, { temperature })
const display = async (rig: Rig) => (await rig.bench.call(getBench, {})).display.state

/** The messages that the page sends on its event socket. */
function subscriptionsOf(page: Page): string[] {
  const sent: string[] = []
  page.on('websocket', (socket) => {
    socket.on('framesent', ({ payload }) => sent.push(String(payload)))
  })
  return sent
}

async function expectOnly(page: Page, text: string | undefined) {
  for (const one of [COLD, WARM, HOT]) {
    await expect(banner(page, one)).toHaveCount(one === text ? 1 : 0)
  }
}

test.describe('on one page', () => {
  // The temperature is normal again after each test.
  test.use({ reuse: 'device' })

  test('a banner follows the temperature, links to the manual, and disappears at normal temperature (HEAT-02, HEAT-03, HEAT-09)', async ({
    page,
    open,
    rig,
  }) => {
    await open('/language')
    await expect(page.locator('main button[lang="it"]')).toBeVisible()
    await expectOnly(page, undefined)
    for (const [degrees, text] of [
      [-21, COLD],
      [-18, COLD],
      [-17, undefined],
      [60, WARM],
      [70, HOT],
      [67, HOT],
      [66, WARM],
      [56, undefined],
    ] as const) {
      await heat(rig, degrees)
      await expectOnly(page, text)
      if (text === undefined) continue
      await expect(banner(page, text).getByRole('link', { name: 'User manual' })).toHaveAttribute(
        'href',
        MANUAL,
      )
    }
  })

  test('cold and warm are warnings, hot is critical (HEAT-04, HEAT-05, HEAT-07)', async ({
    page,
    open,
    rig,
  }) => {
    await open('/')
    await expectOnly(page, undefined)
    await heat(rig, -25)
    await expect(banner(page, COLD)).toContainText('It may not work as expected until it warms up.')
    await expect(banner(page, COLD)).toHaveClass(/warn/)
    await heat(rig, 62)
    await expect(banner(page, WARM)).toHaveClass(/warn/)
    await heat(rig, 75)
    await expect(banner(page, HOT)).toHaveClass(/crit/)
    await heat(rig, 20)
    await expectOnly(page, undefined)
  })

  test('the display sleeps sooner while it is too warm, and the console never sets that (HEAT-06, HEAT-08, HEAT-11)', async ({
    page,
    open,
    rig,
  }) => {
    const writes: string[] = []
    page.on('request', (request) => {
      if (/UpdateConfiguration|SetConfiguration/.test(request.postData() ?? '')) {
        writes.push(request.url())
      }
    })
    const sleep = async () =>
      (await rig.root.call(getConfiguration, {})).Configuration.PresenceTimeout
    await open('/')
    expect(await sleep()).toBe(60)
    await heat(rig, 62)
    await expect(banner(page, WARM)).toBeVisible()
    expect(await sleep()).toBe(5)
    expect(await display(rig)).toBe('on')
    await rig.bench.call(advanceClock, { milliseconds: 5_000 })
    await expect.poll(() => display(rig)).toBe('asleep')
    await heat(rig, 72)
    await expect(banner(page, HOT)).toBeVisible()
    await expect.poll(() => display(rig)).toBe('off')
    await heat(rig, 20)
    await expectOnly(page, undefined)
    expect(await sleep()).toBe(60)
    expect(writes).toEqual([])
  })
})

test.describe('from its start', () => {
  test.use({ reuse: 'nothing' })

  test('it is reported again after a power cut, and to a page that opens later (EXPECT-20, DEVICE-151)', async ({
    page,
    open,
    rig,
    expectFailures,
  }) => {
    expectFailures(/failed|WebSocket/i)
    const subscriptions = subscriptionsOf(page)
    await page.clock.install()
    await heat(rig, 75)
    await open('/language')
    await expect(banner(page, HOT)).toBeVisible()
    // Devices send one of the two topics or both.
    for (const topic of [TOPICS.heat, TOPICS.doorStationHeat]) {
      expect(subscriptions.join('')).toContain(topic)
    }
    await rig.bench.call(setPower, { action: 'off' })
    await heat(rig, 20)
    await rig.bench.call(setPower, { action: 'on' })
    await afterRetries(page, () => expect(banner(page, HOT)).toHaveCount(0, { timeout: 2_000 }))
  })
})

test.describe('as an operator', () => {
  test.use({ person: 'operator' })

  test('only administrators see heat warnings (HEAT-01)', async ({ page, open, rig }) => {
    const subscriptions = subscriptionsOf(page)
    await open('/')
    await expect.poll(() => subscriptions.length).toBeGreaterThan(0)
    await heat(rig, 75)
    await expect(page.locator('main dl').first()).toBeVisible()
    await expectOnly(page, undefined)
    expect(subscriptions.join('')).not.toContain('OperatingState')
  })
})
