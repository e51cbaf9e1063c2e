/** The set-up wizard: its fields by their names, and helpers that open its pages. */
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import { PASSWORD } from '../rig/accounts.ts'

export const HOME = '/webapp/hw/'

export const fields = (page: Page) => ({
  username: page.getByLabel('Username'),
  password: page.getByLabel('Password', { exact: true }),
  repeat: page.getByLabel('Repeat password', { exact: true }),
  hz50: page.getByRole('radio', { name: '50 Hz' }),
  hz60: page.getByRole('radio', { name: '60 Hz' }),
  ipAutomatic: page.getByRole('switch', { name: 'Get the IP address automatically' }),
  ip: page.getByRole('textbox', { name: 'IP address' }),
  mask: page.getByRole('textbox', { name: 'Subnet mask' }),
  router: page.getByRole('textbox', { name: 'Default router' }),
  dnsAutomatic: page.getByRole('switch', { name: 'Get DNS automatically' }),
  domain: page.getByLabel('Domain name'),
  dns1: page.getByLabel('Primary DNS server'),
  dns2: page.getByLabel('Secondary DNS server'),
  name: page.getByRole('textbox', { name: 'Friendly name' }),
  timeAutomatic: page.getByRole('switch', { name: 'Set date and time automatically' }),
  fromDhcp: page.getByRole('radio', { name: 'Server from DHCP' }),
  ownServer: page.getByRole('radio', { name: 'A server of your choice' }),
  server: page.getByRole('textbox', { name: 'Time server' }),
  date: page.getByLabel('Date', { exact: true }),
  time: page.getByLabel('Time', { exact: true }),
  zone: page.getByRole('combobox', { name: 'Time zone' }),
})

export const press = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).click()

/** Presses Finish, without the public time server that is proposed: tests stay on this computer. */
export async function pressFinish(page: Page) {
  const { server, fromDhcp } = fields(page)
  await expect(fields(page).zone).toBeVisible()
  if ((await server.isVisible()) && (await server.inputValue()) === 'pool.ntp.org') {
    await fromDhcp.check()
  }
  await press(page, 'Finish')
}

export const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name })).toBeVisible()

/** Goes to the first page; one that a test before it has left there is emptied. */
export async function toPassword(page: Page) {
  if (await fields(page).repeat.isVisible()) {
    await fields(page).password.fill('')
    await fields(page).repeat.fill('')
    return
  }
  await page.goto(HOME)
  await heading(page, 'Choose the root password')
}

export async function claim(page: Page, password = PASSWORD) {
  const { password: first, repeat } = fields(page)
  await first.fill(password)
  await repeat.fill(password)
  await press(page, 'Continue')
}

export async function toFrequency(page: Page) {
  await toPassword(page)
  await claim(page)
  await heading(page, 'Choose the power frequency')
}

/** Whether the page of date and time is the current one; its fields may still be loading. */
const isTime = (page: Page) => page.getByRole('heading', { name: 'Set date and time' }).isVisible()

/** Goes to the network page, back from the next one if a test before it ended there. */
export async function toNetwork(page: Page) {
  if (await fields(page).dnsAutomatic.isVisible()) return
  if (await isTime(page)) {
    await press(page, 'Previous')
  } else {
    await toFrequency(page)
    await press(page, 'Continue')
  }
  await expect(fields(page).dnsAutomatic).toBeVisible()
}

/** Goes to the page of date and time, if it is not the current one. */
export async function toTime(page: Page) {
  if (await isTime(page)) return
  await toNetwork(page)
  await press(page, 'Continue')
  await expect(fields(page).zone).toBeVisible()
}

/** Types part of a zone and takes what it finds first. */
export async function takeZone(page: Page, typed: string, zone: string | RegExp) {
  const box = fields(page).zone
  await box.fill(typed)
  await expect(page.getByRole('option').first()).toHaveText(zone)
  await box.press('Enter')
}

/** Waits until the console has replaced the wizard, with root signed in. */
export async function expectConsole(page: Page) {
  await expect(page.getByRole('navigation').first()).toBeVisible({ timeout: 15_000 })
  await expect(page).toHaveURL(/\/webapp\/hw\/(?:[?#]|$)/)
}

/** The error of a field, by its accessible description. */
export async function expectError(
  field: ReturnType<typeof fields>['password'],
  text: string | RegExp,
) {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(text)
}

/** Records the calls of a page in order: `param.cgi update`, `time.cgi setTimeZone`. */
export function recordCalls(page: Page) {
  const calls: { name: string; body: URLSearchParams }[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!url.pathname.startsWith('/axis-cgi/') && url.pathname !== '/sign-in') return
    const posted = request.postData() ?? ''
    const body = new URLSearchParams(posted.startsWith('{') ? '' : posted || url.search)
    const method = /"method":"(\w+)"/.exec(posted)?.[1] ?? body.get('action') ?? ''
    calls.push({ name: `${url.pathname.split('/').at(-1) ?? ''} ${method}`.trim(), body })
  })
  return calls
}
