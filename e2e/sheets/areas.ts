/** What a contact sheet shows of each area: its pages and the states that change their look. */
import { updateParameters } from '@lintel/contract/calls/parameters'
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

/** In any language. */
const save = (page: Page) => page.locator('main button[type="submit"]')

/** Where nobody tells the time. */
const NAMED_SERVER = {
  'root.Time.ObtainFromDHCP': 'no',
  'root.Time.NTP.Server': '127.0.0.1',
}

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
  camera: [
    { name: 'camera', route: '/camera' },
    {
      name: 'without picture',
      route: '/camera',
      before: (rig) =>
        rig.bench.call(setFaults, { faults: [{ call: 'video', fault: 'status', value: 503 }] }),
    },
    { name: 'viewer', route: '/camera', person: 'viewer' },
    { name: 'in its own window', route: '!/aca/index.html' },
    { name: 'licences', route: '!/webapp/hw/licences.html' },
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
        await save(page).click()
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
  datetime: [
    { name: 'from DHCP, none', route: '/datetime' },
    {
      name: 'no answer',
      route: '/datetime',
      before: (rig) => rig.root.call(updateParameters, NAMED_SERVER),
    },
    {
      name: 'server, wrong',
      route: '/datetime',
      act: async (page) => {
        await page.locator('input[value="named"]').check()
        await page.locator('input[name="server"]').fill('no good')
        await save(page).click()
      },
    },
    {
      name: 'settling',
      route: '/datetime',
      act: async (page) => {
        await page.locator('input[value="named"]').check()
        await page.locator('input[name="server"]').fill('127.0.0.1')
        await save(page).click()
        await expect(page.locator('form output').first()).toBeVisible()
      },
    },
    {
      name: 'by hand, wrong',
      route: '/datetime',
      act: async (page) => {
        await page.getByRole('switch').uncheck()
        await page.locator('input[name="date"]').fill('31/02/2026')
        await page.locator('input[name="time"]').fill('7:5')
        await save(page).click()
      },
    },
    {
      name: 'half saved',
      route: '/datetime',
      before: (rig) =>
        rig.bench.call(setFaults, { faults: [{ call: 'date.set', fault: 'status', value: 500 }] }),
      act: async (page) => {
        await page.getByRole('switch').uncheck()
        await page.locator('input[name="time"]').fill('07:05')
        await save(page).click()
        await expect(page.getByRole('alert')).toHaveCount(2)
      },
    },
    { name: 'zone', route: '/datetime/zone' },
    {
      name: 'zone, searched',
      route: '/datetime/zone',
      act: async (page) => {
        await page.getByRole('searchbox').fill('america')
        await page.getByRole('radio', { name: 'America/Anchorage' }).check()
      },
    },
    {
      name: 'fails',
      route: '/datetime',
      before: (rig) =>
        rig.bench.call(setFaults, { faults: [{ call: 'time', fault: 'status', value: 500 }] }),
    },
  ],
  language: [
    { name: 'page', route: '/language' },
    {
      name: 'refused',
      route: '/language',
      before: (rig) =>
        rig.bench.call(setFaults, {
          faults: [{ call: 'language.set', fault: 'status', value: 500 }],
        }),
      act: (page) => page.locator('main button[lang="fr"]').click(),
    },
  ],
  search: [
    { name: 'empty', route: '/maintenance', act: (page) => page.keyboard.press('Control+k') },
    {
      name: 'results',
      route: '/maintenance',
      act: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('search').getByRole('searchbox').fill('e')
        await expect(page.getByRole('search').getByRole('link').first()).toBeVisible()
      },
    },
    {
      name: 'nothing',
      route: '/search',
      act: async (page) => {
        await page.getByRole('search').getByRole('searchbox').fill('xylophone')
        await expect(page.getByRole('search').getByRole('heading')).toBeVisible()
      },
    },
    { name: 'field', route: '/maintenance?field=restart' },
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
