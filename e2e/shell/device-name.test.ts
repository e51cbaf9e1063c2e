import { listParameters, updateParameters } from '@lintel/contract/calls/parameters'
import type { ParameterName } from '@lintel/contract/parameters/all'
import { expect, test } from '../fixture.ts'

const NAME = 'Front door'

test('the name that somebody gave the device is in the title of every page, and in a narrow header (EXPECT-40)', async ({
  page,
  open,
  rig,
}) => {
  await rig.root.call(updateParameters, { 'root.Network.Bonjour.FriendlyName': NAME })
  await page.setViewportSize({ width: 390, height: 800 })
  await open('/')
  await expect(page).toHaveTitle(`${NAME} · AXIS A8307-E`)
  const home = page.getByRole('banner').getByRole('link', { name: NAME })
  await expect(home).toBeVisible()
  // All of it: nothing else in the header takes its room.
  const cut = await home
    .getByText(NAME)
    .evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(cut).toBe(0)
  await open('/users')
  await expect(page).toHaveTitle(`${NAME} · Users`)
  await page.goto('/admin/certificates.shtml')
  await expect(page).toHaveTitle(`${NAME} · Certificates`)
  await page.getByRole('link', { name: `Back to the console: ${NAME}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('an administrator changes the own password from the account menu', async ({ page, open }) => {
  await open('/')
  await page.getByRole('button', { name: /^Account / }).click()
  await page.getByRole('link', { name: 'Change my password' }).click()
  await expect(page).toHaveURL(/#\/users\/edit\/\w+$/)
  await expect(
    page.getByLabel('Password', { exact: true }).and(page.locator('input')),
  ).toBeVisible()
})

test.describe('an operator', () => {
  test.use({ person: 'operator' })

  test('is not offered a page that only administrators may open', async ({ page, open }) => {
    await open('/')
    await page.getByRole('button', { name: /^Account / }).click()
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Change my password' })).toHaveCount(0)
  })
})

test('serial number, MAC address and addresses can be copied, and those in the dialog of the network page', async ({
  page,
  open,
  rig,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open('/')
  const { values } = await rig.root.call(listParameters, { group: 'root.Properties,root.Network' })
  const expectCopied = async (term: string, name: ParameterName) => {
    await page.getByRole('button', { name: `Copy: ${term}` }).click()
    await expect(page.getByText(`Copied: ${term}`)).toBeAttached()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(values.get(name))
  }
  await expectCopied('Serial number', 'root.Properties.System.SerialNumber')
  await expectCopied('MAC address', 'root.Network.eth0.MACAddress')
  await expectCopied('IPv4 address', 'root.Network.eth0.IPAddress')
  await open('/network')
  await page.getByRole('button', { name: 'View network information' }).click()
  await expectCopied('Host name', 'root.Network.VolatileHostName.HostName')
  await expectCopied('Subnet mask', 'root.Network.eth0.SubnetMask')
})
