import { setPower } from '@lintel/contract/bench'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { serverReport } from '@lintel/contract/calls/reports'
import { systemReady } from '@lintel/contract/calls/system'
import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { clearFaults, applyFault, FAULT_ERRORS } from '../fault-scenarios/faults.ts'
import { unpacked } from './unpacked.ts'

const region = (page: Page) => page.getByRole('region', { name: 'Text of the server report' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const nothing = (page: Page) => page.getByRole('alert').filter({ hasText: 'The download failed.' })

test('the list opens the report and downloads it without a picture (REPORTS-01, REPORTS-04)', async ({
  page,
  open,
  rig,
}, info) => {
  await open('/reports')
  const downloading = page.waitForEvent('download')
  await button(page, 'Download server report').click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('server-report.zip')
  const { names, file } = await unpacked(download, info)
  expect(names).toEqual(['server-report.txt', 'system-log.txt'])
  const { bootid } = await rig.anonymous.call(systemReady, {})
  expect(file('server-report.txt').toString()).toContain(`Boot: ${bootid}\n`)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'View server report' }).click()
  await expect(page).toHaveURL(/#\/reports\/server$/)
  await expect(region(page)).toContainText(`Boot: ${bootid}`)
})

test.describe('after a power cut', () => {
  test.use({ reuse: 'nothing' })

  test('the crash report is downloaded from its own address (REPORTS-01, REPORTS-05)', async ({
    page,
    open,
    rig,
  }, info) => {
    await rig.bench.call(setPower, { action: 'cycle' })
    await open('/reports')
    const downloading = page.waitForEvent('download')
    await button(page, 'Download crash report').click()
    const download = await downloading
    expect(new URL(download.url()).pathname).toBe('/axis-cgi/debug/debug.tgz')
    const { names, file } = await unpacked(download, info)
    expect(names).toEqual(['crashes.txt', 'server-report.txt', 'system-log.txt'])
    // The log survived the power cut and records it.
    expect(file('system-log.txt').toString()).toMatch(
      /board: power off\n(.*\n)*.*board: power on\n/,
    )
    await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()
  })
})

test('the viewer shows the device’s report, and reloads it on request (REPORTS-02, REPORTS-06, EXPECT-31)', async ({
  page,
  open,
  rig,
}) => {
  await open('/reports/server')
  await expect(region(page)).toContainText('Number: A8307-E')
  await expectAccessible(page)
  const named = '<b>Front</b> & <i>gate'
  await rig.root.call(updateParameters, {
    'root.Network.HostName': 'front-gate',
    'root.Network.Bonjour.FriendlyName': named,
  })
  await expect(region(page)).not.toContainText('Host name: front-gate')
  await button(page, 'Refresh').click()
  await expect(region(page)).toContainText('Host name: front-gate')
  await expect(region(page)).toContainText(named)
  const report = new TextDecoder().decode(await rig.root.call(serverReport, {}))
  const shown = await region(page).textContent()
  await region(page).focus()
  await page.keyboard.press('End')
  await expect.poll(() => region(page).evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
  const parameters = (text: string) =>
    /\nParameters\n[^]*?\n\n/.exec(text)?.[0].replaceAll(/ServerTime=.*/g, '')
  expect(parameters(shown ?? '')).toBe(parameters(report))
})

test('with its box ticked the download contains a picture of the camera (REPORTS-03, REPORTS-04)', async ({
  page,
  open,
}, info) => {
  await open('/reports/server')
  await page.getByRole('checkbox', { name: 'Include snapshot' }).check()
  const downloading = page.waitForEvent('download')
  await button(page, 'Download').click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('server-report.zip')
  const { file } = await unpacked(download, info)
  expect(file('snapshot.jpg').subarray(0, 3).toString('hex')).toBe('ffd8ff')
})

test('a device that is slow, fails, breaks off or is unreachable is reported, and nothing is lost', async ({
  page,
  open,
  rig,
  expectFailures,
}) => {
  test.slow()
  expectFailures(...FAULT_ERRORS)
  let downloads = 0
  page.on('download', () => (downloads += 1))
  await open('/reports')
  await page.getByRole('link', { name: 'View server report' }).click()
  const snapshot = page.getByRole('checkbox', { name: 'Include snapshot' })
  await snapshot.check()
  await expect(region(page)).toBeVisible()
  for (const fault of [
    { fault: 'status', value: 503 },
    { fault: 'cut' },
    { fault: 'drop' },
  ] as const) {
    await applyFault(rig, ['serverreport'], fault)
    await button(page, 'Download').click()
    await expect(nothing(page)).toBeVisible()
    await button(page, 'Refresh').click()
    await expect(page.getByText('This is the previous one.')).toBeVisible()
    await expect(region(page)).toContainText('Number: A8307-E')
    await clearFaults(rig)
    await button(page, 'Refresh').click()
    await expect(page.getByText('This is the previous one.')).toBeHidden()
  }
  // A response that isn't an archive is not saved as one.
  await page.route(/mode=zip/, (route) => route.fulfill({ body: 'A page of a proxy' }), {
    times: 1,
  })
  await button(page, 'Download').click()
  await expect(nothing(page)).toBeVisible()
  expect(downloads).toBe(0)

  await applyFault(rig, ['serverreport'], { fault: 'slow', value: 1500 })
  const downloading = page.waitForEvent('download')
  await button(page, 'Download').dblclick()
  await expect(button(page, 'Download')).toHaveAttribute('aria-busy', 'true')
  await downloading
  await expect(nothing(page)).toBeHidden()
  await clearFaults(rig)

  await rig.bench.call(setPower, { action: 'off' })
  await button(page, 'Download').click()
  await expect(nothing(page)).toBeVisible()
  await expect(region(page)).toContainText('Number: A8307-E')
  await expect(snapshot).toBeChecked()
  await page
    .getByRole('navigation', { name: 'Main menu' })
    .getByRole('link', { name: 'Reports' })
    .click()
  await button(page, 'Download crash report').click()
  await expect(nothing(page)).toBeVisible()
  expect(downloads).toBe(1)
  await rig.bench.call(setPower, { action: 'on' })
})
