/** What one picture of a contact sheet shows. */
import type { Page } from '@playwright/test'
import type { Rig } from '../rig/rig.ts'
import type { State } from '../rig/states.ts'

export interface Shot {
  name: string
  /** Route of the console, or an absolute path when it begins with `!`. */
  route: string
  state?: State
  person?: 'admin' | 'operator' | 'viewer' | 'nobody'
  /** Before the page opens. */
  before?: (rig: Rig) => Promise<unknown>
  /** Once it is open. */
  act?: (page: Page, rig: Rig) => Promise<unknown>
}

/** The button of a form, in any language. */
export const save = (page: Page) => page.locator('main button[type="submit"]')
