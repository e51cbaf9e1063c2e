/** The call button's tab. */
import type { Page } from '@playwright/test'

/** The controls of the call button's form, in any language. */
export const callButtonForm = (page: Page) => ({
  displayButton: page.locator('main input[name="displayButton"]'),
  idle: page.locator('main select[name="idle"]'),
  vms: page.locator('main input[name="vms"]'),
  fallback: page.locator('main select[name="fallback"]'),
  fallbackAddress: page.locator('main input[name="fallbackAddress"]'),
})

/** The recipients as the page lists them, from the first on. */
export const recipientsOn = (page: Page) =>
  page.getByRole('list', { name: 'Recipients' }).getByRole('listitem')

/** The dialog that adds a recipient, in English. */
export function recipientDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Add recipient' })
  return {
    dialog,
    open: () => page.getByRole('button', { name: 'Add recipient' }).click(),
    type: dialog.getByLabel('Who is called'),
    contact: dialog.getByRole('combobox', { name: 'Contact' }),
    address: dialog.getByLabel('Called address'),
    add: dialog.getByRole('button', { name: 'Add recipient' }),
  }
}
