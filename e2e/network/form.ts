/** The network page: its controls by their names, and the parameters behind them. */
import { listParameters } from '@lintel/contract/calls/parameters'
import type { Client } from '@lintel/contract/client'
import type { ParametersIn } from '@lintel/contract/parameters/all'
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'

export const formOf = (page: Page) => ({
  ipAutomatic: page.getByRole('switch', { name: 'Get the IP address automatically' }),
  ip: page.getByRole('textbox', { name: 'IP address' }),
  test: page.getByRole('button', { name: 'Test address' }),
  mask: page.getByRole('textbox', { name: 'Subnet mask' }),
  router: page.getByRole('textbox', { name: 'Default router' }),
  dnsAutomatic: page.getByRole('switch', { name: 'Get DNS automatically' }),
  domain: page.getByRole('textbox', { name: 'Domain name' }),
  dns1: page.getByRole('textbox', { name: 'Primary DNS server' }),
  dns2: page.getByRole('textbox', { name: 'Secondary DNS server' }),
  ipv6: page.getByRole('switch', { name: 'IPv6' }),
  hostByDhcp: page.getByRole('switch', { name: 'Get the host name from DHCP' }),
  host: page.getByRole('textbox', { name: 'Host name' }),
  friendly: page.getByRole('textbox', { name: 'Friendly name' }),
  bonjour: page.getByRole('switch', { name: 'Bonjour' }),
  upnp: page.getByRole('switch', { name: 'UPnP' }),
  save: page.getByRole('button', { name: 'Save', exact: true }),
  saved: page.getByText('The network settings are saved.'),
  information: page.getByRole('button', { name: 'View network information' }),
  dialog: page.getByRole('dialog'),
})

/** The page's warnings and status messages. */
export const alert = (page: Page, text: string | RegExp) =>
  page.getByRole('alert').filter({ hasText: text })

/** Turns the static address on and fills it in. */
export async function chooseStatic(page: Page, address: string): Promise<void> {
  const { ipAutomatic, ip } = formOf(page)
  await ipAutomatic.uncheck()
  await ip.fill(address)
}

/** Parameters of the group `Network`, read directly from the device. */
export async function network(
  client: Client,
  ...names: (keyof ParametersIn<'Network'>)[]
): Promise<(string | undefined)[]> {
  const { values } = await client.call(listParameters, { group: 'root.Network' })
  return names.map((name) => values.get(`root.Network.${name}`))
}

/** A term of the page with its value. */
export const fact = (page: Page, term: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByRole('term').filter({ hasText: new RegExp(`^${term}$`) }) })
    .getByRole('definition')

/** Expects a field to be marked as invalid with its reason, for screen readers too. */
export async function expectError(field: ReturnType<Page['locator']>, text: string | RegExp) {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(text)
}
