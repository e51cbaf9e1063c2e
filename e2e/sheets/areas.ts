/** What a contact sheet shows of each area: its pages and the states that change their look. */
import { addUser } from '@lintel/contract/calls/users'
import { setFaults, setWorld } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
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
  wizard: [{ name: 'password', route: '!/webapp/hw/', state: 'new', person: 'nobody' }],
  'sign-in': [{ name: 'sign-in', route: '!/sign-in', person: 'nobody' }],
}
