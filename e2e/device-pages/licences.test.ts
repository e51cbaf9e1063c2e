import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'

test.use({ person: 'viewer' })

test('lists every package of the product with version, licence and text (OVERVIEW-16)', async ({
  page,
}) => {
  await page.goto('/webapp/hw/licences.html')
  const list = page.getByRole('list', { name: 'Third-party licences' }).getByRole('listitem')
  await expect(list.first()).toBeVisible()
  for (const name of ['react-dom', 'fastify', 'libsql', 'valibot', 'lucide-react']) {
    const entry = list.filter({ has: page.getByText(name, { exact: true }) }).first()
    const folder = new URL(`../../node_modules/${name}/`, import.meta.url)
    const { version } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8')) as {
      version: string
    }
    await expect(entry).toContainText(version)
    await entry.locator('summary').click()
    // Each package shows its own text: it names the same holder.
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one)) ?? 'LICENSE'
    const text = readFileSync(new URL(file, folder), 'utf8')
    const holder = /^.*copyright.*$/im.exec(text)?.[0].trim() ?? 'a holder'
    await expect(entry.locator('pre')).toContainText(holder)
  }
  // Build and test dependencies are not part of the product.
  expect(existsSync(new URL('../../node_modules/vitest/', import.meta.url))).toBe(true)
  await expect(list.filter({ has: page.getByText('vitest', { exact: true }) })).toHaveCount(0)
  await expectAccessible(page)
})

test('a list that fails to load can be retried', async ({ page, expectFailures }) => {
  expectFailures(/500/)
  await page.route('**/licences.json', (route) => route.fulfill({ status: 500 }))
  await page.goto('/webapp/hw/licences.html')
  await expect(page.getByText('This could not be loaded.')).toBeVisible()
  await page.unroute('**/licences.json')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('listitem').first()).toBeVisible()
})
