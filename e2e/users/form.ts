import type { Locator, Page } from '@playwright/test'
import { expect } from '../fixture.ts'

/** The controls of the user form. */
export const formOf = (page: Page) => ({
  name: page.getByLabel('Username', { exact: true }),
  role: page.getByLabel('Role', { exact: true }),
  // The card around it has the same name.
  password: page.getByLabel('Password', { exact: true }).and(page.locator('input')),
  repeat: page.getByLabel('Repeat password', { exact: true }),
  strength: page.getByRole('meter', { name: 'Password strength' }),
  save: page.getByRole('button', { name: /^(?:Save|Add (?:ONVIF )?user)$/ }),
  saveAnyway: page.getByRole('button', { name: 'Continue anyway' }),
})

interface Filled {
  name?: string
  role?: 'Administrator' | 'Operator' | 'Viewer' | 'User'
  password?: string
  repeat?: string
}

/** Fills in the given fields; the repeated password defaults to the password. */
export async function fill(page: Page, { name, role, password, repeat = password }: Filled) {
  const form = formOf(page)
  if (name !== undefined) await form.name.fill(name)
  if (role !== undefined) await form.role.selectOption(role)
  if (password !== undefined) await form.password.fill(password)
  if (repeat !== undefined) await form.repeat.fill(repeat)
}

/** The row of an account in the list. */
export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) })

/** Expects a field to be marked as invalid with its reason, for screen readers too. */
export async function expectError(field: Locator, text: string | RegExp) {
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(text)
}

/** Records the URLs and bodies of the account calls that a page makes from now on. */
export function recordCalls(page: Page) {
  const calls: { query: URLSearchParams; url: string; at: number }[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (!url.pathname.endsWith('/pwdgrp.cgi')) return
    const query = new URLSearchParams(request.postData() ?? url.search)
    calls.push({ query, url: request.url(), at: performance.now() })
  })
  return {
    of: (action: string) => calls.filter(({ query }) => query.get('action') === action),
  }
}
