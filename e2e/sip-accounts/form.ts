import type { SipAccountRecord } from '@lintel/contract/calls/sip-accounts'
import { getSipAccounts, setSipAccount } from '@lintel/contract/calls/sip-accounts'
import { getDtmfConfigurations, setDtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import { setSipConfiguration } from '@lintel/contract/calls/sip'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'

/** The controls of an account's form. */
export const formOf = (page: Page) => ({
  tab: (name: string) => page.getByRole('tab', { name }),
  name: page.locator('input[name="name"]'),
  enabled: page.getByRole('switch', { name: 'Enable account' }),
  isDefault: page.getByRole('switch', { name: 'Default account' }),
  userId: page.getByLabel('User ID', { exact: true }),
  password: page.getByLabel('Password', { exact: true }).and(page.locator('input')),
  domain: page.getByLabel('Domain', { exact: true }),
  registrar: page.locator('input[name="registrar"]'),
  transport: page.getByLabel('Transport', { exact: true }),
  certificate: page.getByLabel('Client certificate'),
  encryption: page.getByLabel('Media encryption'),
  save: page.getByRole('button', { name: 'Save', exact: true }),
  create: page.getByRole('button', { name: 'Add SIP account' }),
})

/** The row of an account in the list. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name }) })

/** Records the operations of the call service that a page calls from now on, with their bodies. */
export function recordCalls(page: Page) {
  const calls: { operation: string; body: Record<string, unknown> }[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/vapix/call')) return
    const json = JSON.parse(request.postData() ?? '{}') as Record<string, Record<string, unknown>>
    for (const [name, body] of Object.entries(json)) {
      calls.push({ operation: name.replace('axcall:', ''), body })
    }
  })
  return {
    /** The operations that change something, in their order. */
    writes: () =>
      calls.map(({ operation }) => operation).filter((one) => /^(Set|Remove)/.test(one)),
    of: (operation: string) =>
      calls.filter((one) => one.operation === operation).map(({ body }) => body),
  }
}

export const accountsOf = async (rig: Rig) => (await rig.root.call(getSipAccounts, {})).SIPAccount

export async function accountCalled(rig: Rig, name: string): Promise<SipAccountRecord> {
  const found = (await accountsOf(rig)).find(({ Name }) => Name === name)
  if (!found) throw new Error(`There is no account ${name}.`)
  return found as SipAccountRecord
}

export const dtmfNames = async (rig: Rig) =>
  (await rig.root.call(getDtmfConfigurations, {})).DTMFConfiguration.map(({ Name }) => Name)

/** Creates an account with a DTMF configuration of its own, as the console does; returns its id. */
export async function addAccount(
  rig: Rig,
  name: string,
  change: Partial<SipAccountRecord> = {},
): Promise<string> {
  const DTMFConfiguration = { Name: name, DTMFTriggerId: '' }
  const { DTMFConfigurationId } = await rig.root.call(setDtmfConfiguration, { DTMFConfiguration })
  const own = {
    Name: name,
    UserId: name.toLowerCase().replaceAll(' ', '-'),
    PublicDomain: 'pbx.example.com',
  }
  const SIPAccount = { ...own, DTMFConfigurationId, ...change }
  return (await rig.root.call(setSipAccount, { SIPAccount })).SIPAccountId
}

/** Fills in a registered account on its form. */
export async function fillAccount(page: Page, name: string): Promise<void> {
  const form = formOf(page)
  await form.name.fill(name)
  await form.userId.fill('6001')
  await form.domain.fill('pbx.example.com')
}

export const switchSip = (rig: Rig, on: boolean) =>
  rig.root.call(setSipConfiguration, { SIPConfiguration: { SIPEnabled: on } })

/** Expects a field to be marked as invalid with its reason, for screen readers too. */
export async function expectError(field: Locator, text: string | RegExp) {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(text)
}
