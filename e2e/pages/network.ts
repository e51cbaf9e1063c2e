import { updateParameters } from '@lintel/contract/calls/parameters'
import { expect } from '../fixture.ts'
import { chooseStatic, formOf } from '../network/form.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing, notSaved, parameter, saveButton, submitButton } from './parts.ts'

export const network: readonly PageDescriptor[] = [
  {
    route: '/network',
    menu: { English: 'Network', German: 'Netzwerk' },
    ready: (page) => expect(page.getByRole('switch')).toHaveCount(2),
    openings: [{ calls: ['param.list'], inside: true, failed: couldNotLoad }],
    restart: {
      before: (page) => chooseStatic(page, '127.0.0.2'),
      change: (rig) => rig.root.call(updateParameters, { 'root.Network.DNSServer1': '127.0.0.53' }),
      async after(page) {
        await expect(formOf(page).ip).toHaveValue('127.0.0.2')
        await expect(formOf(page).dns1).toHaveValue('127.0.0.53')
      },
    },
    pictures: [
      { name: 'from DHCP' },
      {
        name: 'moves',
        async act(page) {
          await page.getByRole('switch').first().uncheck()
          await page.locator('input[name="ipAddress"]').fill('127.0.0.2')
          await expect(page.getByRole('alert').first()).toBeVisible()
        },
      },
      {
        name: 'wrong',
        async act(page) {
          await page.getByRole('switch').first().uncheck()
          await page.locator('input[name="ipAddress"]').fill('127.0.0.256')
          await page.locator('input[name="subnetMask"]').fill('255.0.255.0')
          await page.locator('input[name="domainName"]').fill('no good')
          await page.locator('input[name="dnsServer1"]').fill('')
          await submitButton(page).click()
        },
      },
      {
        name: 'no such address',
        async act(page) {
          await page.getByRole('switch').first().uncheck()
          await page.locator('input[name="ipAddress"]').fill('192.0.2.10')
          await expect(page.getByRole('alert').first()).toBeVisible()
        },
      },
      {
        name: 'not where it is stored',
        before: (rig) =>
          rig.root.call(updateParameters, {
            'root.Network.BootProto': 'none',
            'root.Network.IPAddress': '192.0.2.10',
          }),
      },
      {
        name: 'tested',
        async act(page) {
          await page.getByRole('switch').first().uncheck()
          await page.locator('input[name="ipAddress"] + button').click()
          await expect(page.getByRole('dialog')).toBeVisible()
        },
      },
      {
        name: 'information',
        async act(page) {
          await page.locator('main h1').locator('xpath=../..').getByRole('button').click()
          await expect(page.getByRole('dialog')).toBeVisible()
        },
      },
      { name: 'fails', before: failing('param.list') },
    ],
  },
  {
    route: '/network/ipv6',
    ready: (page) => expect(page.getByRole('switch')).toHaveCount(1),
    restart: {
      change: (rig) => rig.root.call(updateParameters, { 'root.Network.IPv6.Enabled': 'no' }),
      after: (page) => expect(formOf(page).ipv6).not.toBeChecked(),
    },
    pictures: [{ name: 'IPv6' }],
  },
  {
    route: '/network/discoverability',
    ready: (page) => expect(page.getByRole('switch')).toHaveCount(3),
    forms: [
      {
        what: 'the names of the device',
        call: 'param.update',
        async fill(page) {
          await formOf(page).host.fill('front-gate')
          await formOf(page).friendly.fill('Front gate')
        },
        save: saveButton,
        failed: notSaved,
        async unchanged(page) {
          await expect(formOf(page).host).toHaveValue('front-gate')
          await expect(formOf(page).friendly).toHaveValue('Front gate')
        },
        async saved(page) {
          await expect(formOf(page).host).toHaveValue('front-gate')
          await expect(page.getByRole('region', { name: 'Unsaved changes' })).toHaveCount(0)
        },
        stored: async (rig) =>
          (await parameter(rig, 'root.Network.UPnP.FriendlyName')) === 'Front gate',
      },
    ],
    pictures: [
      { name: 'discoverability' },
      {
        name: 'discoverability, wrong',
        async act(page) {
          await page.locator('input[name="hostName"]').fill('no good')
          await page.locator('input[name="friendlyName"]').fill('')
          await submitButton(page).click()
        },
      },
    ],
  },
]
