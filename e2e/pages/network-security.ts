import { setOldCiphers } from '@lintel/contract/bench'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { expect } from '../fixture.ts'
import { formOf } from '../network-security/form.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, inFrame, submitButton } from './parts.ts'

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
    ready: (page) => expect(inFrame(page).getByRole('status')).toBeVisible({ timeout: 8_000 }),
    pictures: [{ name: '8021x' }],
  },
  {
    route: '/network-security/audio-site',
    product: 'C1410',
    ready: (page) => expect(page.locator('main form select')).toBeVisible(),
    pictures: [{ name: 'audio site' }],
  },
]
