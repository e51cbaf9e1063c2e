import { setOldCiphers } from '@lintel/contract/bench'
import { setWired8021X } from '@lintel/contract/calls/network-settings'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { expect } from '../fixture.ts'
import { formOf } from '../network-security/form.ts'
import { setPortAccess } from '../network-security/port-access.ts'
import { PASSWORD } from '../rig/accounts.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, inFrame, notSaved, parameter, saveButton, submitButton } from './parts.ts'

export const networkSecurity: readonly PageDescriptor[] = [
  {
    route: '/network-security',
    menu: { English: 'Network security', German: 'Netzwerksicherheit' },
    ready: (page) => expect(page.getByRole('radio')).toHaveCount(3),
    openings: [{ calls: ['webserver', 'certificates'], inside: true, failed: couldNotLoad }],
    restart: {
      before: (page) => formOf(page).cipher('DHE-RSA-AES128-GCM-SHA256').check(),
      change: (rig) =>
        rig.root.call(updateParameters, { 'root.HTTPS.Ciphers': 'ECDHE-ECDSA-AES128-GCM-SHA256' }),
      async after(page) {
        const { cipher } = formOf(page)
        await expect(cipher('DHE-RSA-AES128-GCM-SHA256')).toBeChecked()
        await expect(cipher('ECDHE-RSA-AES128-GCM-SHA256')).not.toBeChecked()
      },
    },
    pictures: [
      { name: 'https' },
      {
        name: 'https alone, none active',
        async act(page) {
          await page.locator('input[value="Https"]').check()
          const active = page.getByRole('switch', { checked: true })
          while ((await active.count()) > 0) {
            await active.first().evaluate((input: HTMLElement) => input.click())
          }
          await submitButton(page).click()
        },
      },
      {
        name: 'broken ciphers',
        before: (rig) => rig.bench.call(setOldCiphers, { left: true }),
      },
    ],
  },
  {
    route: '/network-security/8021x',
    ready: (page) => expect(inFrame(page).getByRole('switch')).toBeVisible({ timeout: 8_000 }),
    restart: {
      before: (page) => inFrame(page).getByLabel('Identity').fill('typed'),
      change: (rig) => setPortAccess(rig, { eapolVersion: 'EAPoLv3' }),
      async after(page) {
        await expect(inFrame(page).getByLabel('Identity')).toHaveValue('typed')
        await expect(inFrame(page).getByLabel('EAPOL version')).toHaveValue('EAPoLv3')
      },
    },
    pictures: [{ name: '8021x' }],
  },
  {
    path: '/admin/8021x.shtml',
    ready: (page) => expect(page.getByRole('switch')).toBeVisible(),
    openings: [
      { calls: ['getbrand', 'usergroup', 'param.list'], failed: couldNotLoad },
      {
        what: 'the settings on /admin/8021x.shtml',
        calls: ['networksettings', 'certificates'],
        failed: couldNotLoad,
      },
    ],
    forms: [
      {
        what: 'IEEE 802.1X with a password',
        call: setWired8021X.id,
        async fill(page) {
          await page.getByLabel(/^EAP-PEAP/).check()
          await page.getByLabel('Identity').fill('door-12')
          await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
          await page.getByRole('switch').check()
        },
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(page.getByLabel('Identity')).toHaveValue('door-12'),
        async saved(page) {
          await expect(saveButton(page)).toHaveCount(0)
          await expect(page.getByLabel('Identity')).toHaveValue('door-12')
        },
        stored: async (rig) =>
          (await parameter(rig, 'root.Network.Interface.I0.dot1x.Enabled')) === 'yes',
      },
    ],
    pictures: [
      { name: '8021x in its own window' },
      {
        name: '8021x, wrong',
        async act(page) {
          await page.getByRole('switch').check()
          await submitButton(page).click()
        },
      },
      {
        name: '8021x with a password',
        before: (rig) =>
          setPortAccess(rig, {
            enabled: true,
            mode: 'WPA-Enterprise-PEAP-MSCHAPv2',
            identity: 'door-12',
            password: PASSWORD,
          }),
      },
    ],
  },
  {
    route: '/network-security/audio-site',
    product: 'C1410',
    ready: (page) => expect(page.locator('main form select')).toBeVisible(),
    pictures: [{ name: 'audio site' }],
  },
]
