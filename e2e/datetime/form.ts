import { getBench } from '@lintel/contract/bench'
import { listParameters } from '@lintel/contract/calls/parameters'
import type { ParametersIn } from '@lintel/contract/parameters/all'
import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'

/** The page's controls and messages. */
export const formOf = (page: Page) => ({
  automatic: page.getByRole('switch', { name: 'Set date and time automatically' }),
  dhcp: page.getByRole('radio', { name: 'Server from DHCP' }),
  named: page.getByRole('radio', { name: 'A server of your choice' }),
  server: page.getByRole('textbox', { name: 'Time server' }),
  date: page.getByRole('textbox', { name: 'Date' }),
  time: page.getByRole('textbox', { name: 'Time', exact: true }),
  save: page.getByRole('button', { name: 'Save', exact: true }),
  saved: page.getByText('Date and time are saved.'),
  settling: page.getByText('Setting the clock…'),
  clock: page.locator('main time'),
  source: page.locator('[data-field="sourceNow"]'),
  zone: page.locator('[data-field="zoneNow"]'),
  zoneBox: page.getByRole('combobox', { name: 'Time zone' }),
})

/** A zone in the open list. */
export const zoneIn = (page: Page, name: string): Locator =>
  page.getByRole('option', { name: new RegExp(`^${name}\\b`) })

/** Searches for a zone by part of its name and selects it. */
export async function chooseZone(page: Page, word: string, name: string): Promise<void> {
  await formOf(page).zoneBox.fill(word)
  await zoneIn(page, name).click()
}

/** Types a server name and saves. */
export async function saveServer(page: Page, server: string): Promise<void> {
  const form = formOf(page)
  await form.named.check()
  await form.server.fill(server)
  await form.save.click()
}

/** Expects a field to be marked as invalid with its reason, for screen readers too. */
export async function expectError(field: Locator, text: string | RegExp) {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(text)
}

/** A parameter of the group `Time`, read directly from the device. */
export async function parameter(
  rig: Rig,
  name: keyof ParametersIn<'Time'>,
): Promise<string | undefined> {
  const { values } = await rig.root.call(listParameters, { group: 'root.Time' })
  return values.get(`root.Time.${name}`)
}

/** How far the device's clock is ahead of the host's, in milliseconds. */
export const offsetOf = async (rig: Rig): Promise<number> =>
  (await rig.bench.call(getBench, {})).clockOffset

/** Records the time-related calls that a page makes from now on, as path and query. */
export function recordCalls(page: Page) {
  const calls: { name: string; query: URLSearchParams; at: number }[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    const body = request.postData() ?? ''
    const query = body.startsWith('{')
      ? new URLSearchParams()
      : new URLSearchParams(body || url.search)
    const method = /"method":"(\w+)"/.exec(body)?.[1] ?? query.get('action') ?? ''
    const path = url.pathname.split('/').at(-1) ?? ''
    calls.push({ name: `${path} ${method}`, query, at: performance.now() })
  })
  return { of: (name: string) => calls.filter((call) => call.name === name) }
}
