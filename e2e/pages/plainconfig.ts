import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, notSaved, parameter, saveButton } from './parts.ts'

const hostName = (page: Page) => page.getByRole('textbox', { name: 'Network.HostName' })

export const plainconfig: readonly PageDescriptor[] = [
  {
    route: '/plainconfig',
    menu: { English: 'Plain config', German: 'Parameterliste' },
    ready: (page) => expect(page.locator('main section')).toBeVisible(),
    openings: [{ calls: ['param.list', 'date'] }],
    restart: {
      after: (page) =>
        expect(page.getByRole('button', { name: 'Open plain config' })).toBeEnabled(),
    },
    pictures: [{ name: 'confirmation' }],
  },
  {
    path: '/admin/config.shtml',
    ready: (page) => expect(page.getByText('Network', { exact: true })).toBeVisible(),
    openings: [{ calls: ['getbrand', 'usergroup', 'param.listdefinitions'], failed: couldNotLoad }],
    forms: [
      {
        what: 'a parameter of plain config',
        call: 'param.update',
        async fill(page) {
          await page.getByRole('searchbox').fill('network.hostname')
          await hostName(page).fill('gate')
        },
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(hostName(page)).toHaveValue('gate'),
        async saved(page) {
          await expect(page.getByText('Saved.')).toBeVisible()
          await expect(hostName(page)).toHaveValue('gate')
        },
        stored: async (rig) => (await parameter(rig, 'root.Network.HostName')) === 'gate',
      },
    ],
    pictures: [
      {
        name: 'plain config',
        async act(page) {
          await page.getByRole('searchbox').fill('network.')
          await expect(page.locator('form').first()).toBeVisible()
        },
      },
    ],
  },
]
