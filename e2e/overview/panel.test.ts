import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { setFaults } from '@lintel/contract/bench'
import { getBrand } from '@lintel/contract/calls/identity'
import { listParameters } from '@lintel/contract/calls/parameters'
import type { ParameterName } from '@lintel/contract/parameters/all'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { PERSONA } from '../rig/firmware.ts'
import type { Rig } from '../rig/rig.ts'
import { expectLive } from './live.ts'

const panelOf = (page: Page) => page.getByRole('region', { name: 'This device' })

/** The panel's value of a term. */
const factOf = (page: Page, term: string) =>
  panelOf(page)
    .locator('dl > div')
    .filter({ has: page.getByText(term, { exact: true }) })
    .getByRole('definition')

/** A parameter's value, read as root. */
async function valueOf(rig: Rig, name: ParameterName): Promise<string> {
  const { values } = await rig.root.call(listParameters, { group: name })
  return values.get(name) ?? ''
}

test('shows the product name that the device reports (OVERVIEW-02)', async ({
  page,
  open,
  rig,
}) => {
  const { Brand } = await rig.anonymous.call(getBrand, {})
  await open('/')
  await expect(factOf(page, 'Product')).toHaveText(Brand.ProdFullName)
})

for (const [title, term, name] of [
  [
    'the serial number is the one of the device (OVERVIEW-03)',
    'Serial number',
    'root.Properties.System.SerialNumber',
  ],
  [
    'the address is the one that the device is at (OVERVIEW-04)',
    'IPv4 address',
    'root.Network.eth0.IPAddress',
  ],
  [
    'the firmware is the one that the device runs (OVERVIEW-05)',
    'Firmware',
    'root.Properties.Firmware.Version',
  ],
] as const) {
  test(title, async ({ page, open, rig }) => {
    const value = await valueOf(rig, name)
    expect(value).not.toBe('')
    await open('/')
    await expect(factOf(page, term)).toHaveText(value)
  })
}

test('shows each IPv6 address on its own line (OVERVIEW-04)', async ({ page, open, rig }) => {
  const all = Object.values(networkInterfaces()).flat()
  test.skip(!all.some((entry) => entry?.address === '::1'), 'this computer has no IPv6')
  const value = await valueOf(rig, 'root.Network.eth0.IPv6.IPAddresses')
  const addresses = Array.from(value.matchAll(/[\da-f:]+(?=\/\d+)/g), ([address]) => address)
  await open('/')
  expect(addresses.length).toBeGreaterThan(0)
  await expect(factOf(page, 'IPv6 addresses').getByRole('listitem')).toHaveText(addresses)
})

test('shows the version of the built console (OVERVIEW-06)', async ({ page, open }) => {
  const file = new URL('../../console/package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  await open('/')
  await expect(factOf(page, 'Web app')).toHaveText(version)
})

test('links a known model to its manual in a new window (OVERVIEW-07)', async ({ page, open }) => {
  await open('/')
  const link = panelOf(page).getByRole('link', { name: 'User manual' })
  await expect(link).toHaveAttribute('href', /a8307-e$/)
  await expect(link).toHaveAttribute('target', '_blank')
})

test.describe('of an unknown model', () => {
  test.use({ reuse: 'nothing' })

  test('has no manual link for an unknown model (OVERVIEW-07)', async ({ page, open }) => {
    await page.route('**/getbrand.cgi', async (route) => {
      const answer = await route.fetch()
      const { Brand } = (await answer.json()) as { Brand: object }
      await route.fulfill({
        response: answer,
        json: { Brand: { ...Brand, ProdNbr: 'X0000', ManualURL: undefined } },
      })
    })
    await open('/')
    await expect(factOf(page, 'Firmware')).toBeVisible()
    await expect(panelOf(page).getByRole('link')).toHaveCount(0)
    await expect(panelOf(page).getByText('Documentation')).toHaveCount(0)
  })
})

test('a failed list leaves the picture and the rest of the panel (EXPECT-11, EXPECT-12)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  // Without the firmware version the console filters service accounts by their older names.
  if (PERSONA === '12.11') expectFailures(/vapix/)
  await rig.bench.call(setFaults, { faults: [{ call: 'param.list', fault: 'status', value: 500 }] })
  await open('/')
  await expect(panelOf(page).getByText('This could not be loaded.')).toBeVisible()
  await expect(factOf(page, 'Product')).toBeVisible()
  await expect(factOf(page, 'Web app')).toBeVisible()
  await expectLive(page)
  await rig.bench.call(setFaults, { faults: [] })
  const again = panelOf(page).getByRole('button', { name: 'Try again' })
  // A tile that opens late reads the same list, and then there is nothing left to press.
  await expect(again.or(factOf(page, 'Firmware'))).toBeVisible()
  if (await again.isVisible()) await again.click({ timeout: 2_000 }).catch(() => {})
  await expect(factOf(page, 'Firmware')).toBeVisible()
})

test('a failed stream leaves the panel (EXPECT-12)', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  expectFailures(/500/)
  await rig.bench.call(setFaults, { faults: [{ call: 'video', fault: 'status', value: 500 }] })
  await open('/')
  await expect(page.getByText("The video stream can't be accessed.")).toBeVisible()
  await expect(factOf(page, 'Serial number')).toHaveText(
    await valueOf(rig, 'root.Properties.System.SerialNumber'),
  )
})

test('is accessible', async ({ page, open }) => {
  await open('/')
  await expectLive(page)
  await expectAccessible(page)
})

for (const width of [320, 1280]) {
  test(`fits into a window of ${width} px (EXPECT-33)`, async ({ page, open }) => {
    await page.setViewportSize({ width, height: 700 })
    await open('/')
    await expectLive(page)
    await expect(factOf(page, 'Firmware')).toBeVisible()
    const wide = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(wide).toBeLessThanOrEqual(width)
  })
}
