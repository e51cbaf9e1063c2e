/** What a contact sheet shows of each area: its pages and the states that change their look. */
import { addUser } from '@lintel/contract/calls/users'
import { setFaults, setWorld } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { PASSWORD } from '../rig/accounts.ts'
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

const save = /^(Save|Create user|Add|Speichern|Anlegen|Benutzer anlegen)$/

const newDevice = { route: '!/webapp/hw/', state: 'new', person: 'nobody' } as const

/** Goes on so many pages in the wizard, in any language. */
async function walk(page: Page, pages: number, typed: { password?: string } = {}) {
  const { password = PASSWORD } = typed
  await page.locator('input[name="password"]').fill(password)
  await page.locator('input[name="repeat"]').fill(PASSWORD)
  for (let turned = 0; turned < Math.max(pages, 1); turned += 1) {
    const title = await page.locator('h1').textContent()
    await page.locator('button[type="submit"]').click()
    if (pages > 0) await expect(page.locator('h1')).not.toHaveText(title ?? '')
    if (pages > 0) await expect(page.locator('h1 ~ * button').first()).toBeVisible()
  }
}

export const AREAS: Record<string, readonly Shot[]> = {
  overview: [
    { name: 'overview', route: '/' },
    { name: 'hot', route: '/', before: (rig) => rig.bench.call(setWorld, { temperature: 75 }) },
    {
      name: 'without picture',
      route: '/',
      before: (rig) =>
        rig.bench.call(setFaults, { faults: [{ call: 'video', fault: 'status', value: 503 }] }),
    },
    { name: 'viewer', route: '/', person: 'viewer' },
  ],
  users: [
    { name: 'list', route: '/users' },
    { name: 'many', route: '/users', state: 'busy' },
    {
      name: 'list fails',
      route: '/users',
      before: (rig) =>
        rig.bench.call(setFaults, {
          faults: [{ call: 'pwdgrp.get', fault: 'status', value: 500 }],
        }),
    },
    { name: 'add', route: '/users/add' },
    {
      name: 'add, wrong',
      route: '/users/add',
      act: async (page) => {
        await page.getByRole('textbox').first().fill('no spaces')
        await page.getByRole('button', { name: save }).click()
      },
    },
    {
      name: 'edit',
      route: '/users/edit/second',
      before: (rig) =>
        rig.root.call(addUser, {
          user: 'second',
          pwd: PASSWORD,
          sgrp: 'viewer:operator',
          comment: '',
        }),
    },
    { name: 'edit root', route: '/users/edit/root' },
  ],
  maintenance: [{ name: 'actions', route: '/maintenance' }],
  wizard: [
    { name: 'password', ...newDevice },
    {
      name: 'password, wrong',
      ...newDevice,
      act: (page) => walk(page, 0, { password: 'Door2468' }),
    },
    { name: 'power frequency', ...newDevice, act: (page) => walk(page, 1) },
    { name: 'network', ...newDevice, act: (page) => walk(page, 2) },
    { name: 'date and time', ...newDevice, act: (page) => walk(page, 3) },
    {
      name: 'stopped',
      ...newDevice,
      before: (rig) =>
        rig.bench.call(setFaults, {
          faults: [{ call: 'time.setTimeZone', fault: 'status', value: 500 }],
        }),
      act: (page) => walk(page, 4),
    },
  ],
  'sign-in': [{ name: 'sign-in', route: '!/sign-in', person: 'nobody' }],
}
