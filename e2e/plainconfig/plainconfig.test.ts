/** The confirmation before plain config, and the device's own page of all parameters. */
import { setFaults, setPower } from '@lintel/contract/bench'
import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import type { Page } from '@playwright/test'
import { at, expect, test } from '../fixture.ts'
import { expectAccessible } from '../rig/accessible.ts'
import { faultsInWindows } from '../rig/layout.ts'
import type { Rig } from '../rig/rig.ts'

const PATH = '/admin/config.shtml'

const rowOf = (page: Page, name: string) => page.getByRole('form', { name, exact: true })
const save = (page: Page, name: string) => rowOf(page, name).getByRole('button', { name: 'Save' })

async function filter(page: Page, text: string) {
  await page.goto(PATH)
  await page.getByRole('searchbox').fill(text)
}

/** The value of any parameter, as the page shows it. */
async function stored(rig: Rig, name: string): Promise<string | undefined> {
  const list = await rig.root.call(listParameters, { group: name })
  const values: ReadonlyMap<string, string> = list.values
  return values.get(`root.${name}`)
}

test('the search finds plain config, which asks for confirmation and opens the device’s own page (PLAINCFG-01, SHELL-95)', async ({
  page,
  open,
}) => {
  await open('/users')
  await expect(page.getByRole('table')).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.getByRole('search').getByRole('searchbox').fill('plain config')
  await page.keyboard.press('Enter')
  const confirm = page.getByRole('button', { name: 'Open plain config' })
  await expect(confirm).toBeVisible()
  await expectAccessible(page)
  await confirm.click()
  await expect(page).toHaveURL(PATH)
  await expect(page.getByRole('heading', { level: 1, name: 'Plain config' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
})

test.describe('from its start', () => {
  test.use({ reuse: 'nothing' })

  test('cancelling stays in the console, on the previous page or the overview (PLAINCFG-02, OPEN-21)', async ({
    page,
    open,
  }) => {
    await open('/plainconfig')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('link', { name: 'Plain config' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(at('/users'))
  })
})

test('every kind of parameter has a fitting control, and shows the value that the device stored', async ({
  page,
  rig,
}) => {
  await filter(page, 'network.hostname')
  const host = rowOf(page, 'Network.HostName')
  await host.getByRole('textbox').fill('gate')
  await save(page, 'Network.HostName').click()
  await expect(host.getByRole('status')).toHaveText('Saved.')
  expect(await stored(rig, 'Network.HostName')).toBe('gate')

  await filter(page, 'image.i0.appearance')
  await rowOf(page, 'Image.I0.Appearance.MirrorEnabled').getByRole('switch').check()
  await save(page, 'Image.I0.Appearance.MirrorEnabled').click()
  await expect.poll(() => stored(rig, 'Image.I0.Appearance.MirrorEnabled')).toBe('yes')
  await rowOf(page, 'Image.I0.Appearance.Rotation').getByRole('combobox').selectOption('180')
  await save(page, 'Image.I0.Appearance.Rotation').click()
  await expect.poll(() => stored(rig, 'Image.I0.Appearance.Rotation')).toBe('180')

  await filter(page, 'brand.prodnbr')
  await expect(rowOf(page, 'Brand.ProdNbr').locator('output').first()).toHaveText('A8307-E')
  await expect(rowOf(page, 'Brand.ProdNbr').getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
})

test('a secret is never on the page, and a new one reaches the device', async ({ page, rig }) => {
  await rig.root.call(updateParameters, { 'root.RemoteService.ProxyPassword': 'geheim' })
  await filter(page, 'proxypassword')
  const row = rowOf(page, 'RemoteService.ProxyPassword')
  const input = row.getByLabel('RemoteService.ProxyPassword')
  await expect(input).toHaveValue('')
  await expect(input).toHaveAttribute('type', 'password')
  expect(await page.content()).not.toContain('geheim')
  await input.fill('another')
  await row.getByRole('button', { name: 'Save' }).click()
  await expect(row.getByRole('status')).toHaveText('Saved.')
  await expect(input).toHaveValue('')
})

test('unsaved input stays when the filter changes', async ({ page, rig }) => {
  const name = 'Network.HostName'
  await filter(page, 'network.hostname')
  await rowOf(page, name).getByRole('textbox').fill('gate')
  await page.getByRole('searchbox').fill('brand.prodnbr')
  await expect(rowOf(page, 'Brand.ProdNbr')).toBeVisible()
  await expect(rowOf(page, name).getByRole('textbox')).toHaveValue('gate')
  await save(page, name).click()
  await expect.poll(() => stored(rig, name)).toBe('gate')
  await expect(rowOf(page, name)).toHaveCount(0)
})

test('shows the device’s reason for refusing a value, and doesn’t overwrite another administrator (EXPECT-12)', async ({
  page,
  rig,
}) => {
  await filter(page, 'compression')
  const name = 'Image.I0.Appearance.Compression'
  const row = rowOf(page, name)
  await row.getByRole('textbox').fill('1000')
  await save(page, name).click()
  await expect(row.getByRole('alert')).toContainText(`Error setting 'root.${name}' to '1000'!`)
  await expect(row.getByRole('textbox')).toHaveValue('1000')

  await rig.root.call(updateParameters, { [`root.${name}`]: '55' })
  await row.getByRole('textbox').fill('40')
  await save(page, name).click()
  await expect(row.getByRole('alert')).toContainText('set this to 55 in the meantime')
  expect(await stored(rig, name)).toBe('55')
  await save(page, name).click()
  await expect(row.getByRole('status')).toHaveText('Saved.')
  expect(await stored(rig, name)).toBe('40')
})

test('while the device is unreachable nothing is lost or reported as saved (EXPECT-12)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/ERR_|failed/)
  await filter(page, 'network.hostname')
  const row = rowOf(page, 'Network.HostName')
  await row.getByRole('textbox').fill('gate')
  await rig.bench.call(setPower, { action: 'off' })
  await save(page, 'Network.HostName').click()
  await expect(row.getByRole('alert')).toContainText('Not saved.')
  await rig.bench.call(setPower, { action: 'on' })
  await save(page, 'Network.HostName').click()
  await expect(row.getByRole('status')).toHaveText('Saved.')
  expect(await stored(rig, 'Network.HostName')).toBe('gate')
})

test('a lost response is not mistaken for another administrator’s change on the next save (EXPECT-12)', async ({
  page,
  rig,
  expectFailures,
}) => {
  expectFailures(/ERR_/)
  const name = 'Network.HostName'
  await filter(page, 'network.hostname')
  const row = rowOf(page, name)
  await row.getByRole('textbox').fill('gate')
  await rig.bench.call(setFaults, { faults: [{ call: 'param.update', fault: 'cut' }] })
  await save(page, name).click()
  await expect(row.getByRole('alert')).toContainText('Not saved.')
  expect(await stored(rig, name)).toBe('gate')
  await rig.bench.call(setFaults, { faults: [] })
  await row.getByRole('textbox').fill('door')
  await save(page, name).click()
  await expect(row.getByRole('status')).toHaveText('Saved.')
  expect(await stored(rig, name)).toBe('door')
})

test('fits into every window (EXPECT-33)', async ({ page }) => {
  await filter(page, 'network.')
  await expect(rowOf(page, 'Network.HostName')).toBeVisible()
  expect(await faultsInWindows(page)).toEqual([])
})

test.describe('operators', () => {
  test.use({ person: 'operator' })

  test('can open neither the confirmation nor the page (SHELL-47)', async ({
    page,
    open,
    expectFailures,
  }) => {
    expectFailures(/403/)
    await open('/plainconfig')
    await expect(page.getByText('You do not have access to this page.')).toBeVisible()
    const answer = await page.goto(PATH)
    expect(answer?.status()).toBe(403)
    await expect(page.locator('form')).toHaveCount(0)
  })
})
