import { expect, test } from '../fixture.ts'
import { unpacked } from './unpacked.ts'

test.use({ product: 'C1410' })

test('an audio device offers no picture (REPORTS-03)', async ({
  page,
  open,
  expectFailures,
}, info) => {
  // Without an audio site, requesting it fails with 404.
  expectFailures(/audioSite/)
  await open('/reports/server')
  await expect(page.getByText('Number: C1410')).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const { names } = await unpacked(await downloading, info)
  expect(names).toEqual(['server-report.txt', 'system-log.txt'])
})
