/** What a contact sheet shows of each area: its pages and the states that change their look. */
import { setClientNote } from '@lintel/contract/calls/client-notes'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { addUser } from '@lintel/contract/calls/users'
import { setFaults, setOldCiphers, setWorld } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { PASSWORD } from '../rig/accounts.ts'
import { NETWORK } from './network.ts'
import { save } from './shot.ts'
import type { Shot } from './shot.ts'

/** Where nobody tells the time. */
const NAMED_SERVER = {
  'root.Time.ObtainFromDHCP': 'no',
  'root.Time.NTP.Server': '127.0.0.1',
}

/** A file that no device takes for firmware. */
const NO_IMAGE = { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(400_000) }

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
  ...NETWORK,
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
  ports: [
    { name: 'ports', route: '/ioPorts' },
    {
      name: 'toggled',
      route: '/ioPorts',
      act: async (page) => {
        await page.locator('main table button').last().click()
        await expect(page.locator('main table output').last()).not.toBeEmpty()
      },
    },
    { name: 'relays', route: '/ioPorts/relays' },
    { name: 'input', route: '/ioPorts/edit/I0' },
    {
      name: 'output, wrong',
      route: '/ioPorts/edit/I2',
      act: async (page) => {
        await page.locator('input[value="monostable"]').check()
        await page.locator('input[name="outputName"]').fill('')
        await save(page).click()
      },
    },
    { name: 'relay', route: '/ioPorts/edit/I3' },
    {
      name: 'live view',
      route: '/',
      before: async (rig) => {
        for (const port of [2, 3]) {
          await rig.root.call(setClientNote, {
            group: 'ACA',
            key: `System.ShowOutputButton${port}`,
            value: 'yes',
          })
        }
        await rig.root.call(updateParameters, { 'root.IOPort.I2.Output.Name': 'Open the door' })
      },
      act: async (page) => {
        await page.locator('main button').first().click()
        await expect(page.locator('main section output').nth(1)).not.toBeEmpty()
      },
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
  maintenance: [
    { name: 'actions', route: '/maintenance' },
    {
      name: 'restore',
      route: '/maintenance',
      act: (page) => page.locator('[data-field="restore"]').click(),
    },
    {
      name: 'default',
      route: '/maintenance',
      act: (page) => page.locator('[data-field="default"]').click(),
    },
    {
      name: 'firmware, no file',
      route: '/maintenance/firmware',
      act: async (page) => {
        await expect(page.locator('main dl')).toBeVisible()
        await save(page).click()
      },
    },
    {
      name: 'firmware, refused',
      route: '/maintenance/firmware',
      act: async (page) => {
        await page.locator('input[type="file"]').setInputFiles(NO_IMAGE)
        await page.locator('input[name="factoryDefault"]').check()
        await save(page).click()
        await expect(page.getByRole('alert')).toBeVisible()
      },
    },
    {
      name: 'firmware, sending',
      route: '/maintenance/firmware',
      before: (rig) =>
        rig.bench.call(setFaults, {
          faults: [{ call: 'firmware.upgrade', fault: 'slow', value: 10_000 }],
        }),
      act: async (page) => {
        await page.locator('input[type="file"]').setInputFiles(NO_IMAGE)
        await save(page).click()
        await expect(page.getByRole('progressbar')).toBeVisible()
      },
    },
    { name: 'plain config, question', route: '/plainconfig' },
    {
      name: 'plain config',
      route: '!/admin/config.shtml',
      act: async (page) => {
        await page.getByRole('searchbox').fill('network.')
        await expect(page.locator('form').first()).toBeVisible()
      },
    },
  ],
  reports: [
    { name: 'list', route: '/reports' },
    { name: 'server report', route: '/reports/server' },
    {
      name: 'server report fails',
      route: '/reports/server',
      before: (rig) =>
        rig.bench.call(setFaults, {
          faults: [{ call: 'serverreport', fault: 'status', value: 500 }],
        }),
    },
  ],
  networkSecurity: [
    { name: 'https', route: '/network-security' },
    {
      name: 'https alone, none active',
      route: '/network-security',
      act: async (page) => {
        await page.locator('input[value="Https"]').check()
        const active = page.getByRole('switch', { checked: true })
        while ((await active.count()) > 0) {
          await active.first().evaluate((input: HTMLElement) => input.click())
        }
        await save(page).click()
      },
    },
    {
      name: 'broken ciphers',
      route: '/network-security',
      before: (rig) => rig.bench.call(setOldCiphers, { left: true }),
    },
    { name: '8021x', route: '/network-security/8021x' },
  ],
  certificates: [
    { name: 'lists', route: '!/admin/certificates.shtml' },
    { name: 'framed', route: '/certificates' },
    {
      name: 'details',
      route: '!/admin/certificates.shtml',
      act: (page) => page.locator('td button').first().click(),
    },
    {
      name: 'create, wrong',
      route: '!/admin/certificates.shtml',
      act: async (page) => {
        await page.locator('main button').nth(1).click()
        await save(page).click()
      },
    },
    {
      name: 'upload',
      route: '!/admin/certificates.shtml',
      act: (page) => page.locator('main button').first().click(),
    },
  ],
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
