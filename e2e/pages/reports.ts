import { updateParameters } from '@lintel/contract/calls/parameters'
import { expect } from '../fixture.ts'
import { PERSONA } from '../rig/firmware.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing } from './parts.ts'

export const reports: readonly PageDescriptor[] = [
  {
    route: '/reports',
    menu: { English: 'Reports', German: 'Berichte' },
    ready: (page) => expect(page.locator('main a[href="#/reports/server"]')).toBeVisible(),
    openings: [{ calls: ['param.list', 'serverreport', 'crashreport'] }],
    pictures: [{ name: 'list' }],
  },
  {
    route: '/reports/server',
    ready: (page) => expect(page.locator('main pre')).toBeVisible(),
    openings: [{ calls: ['serverreport'], failed: couldNotLoad }],
    restart: {
      before: (page) => page.getByRole('checkbox', { name: 'Include snapshot' }).check(),
      change: (rig) => rig.root.call(updateParameters, { 'root.Network.HostName': 'back-gate' }),
      async after(page) {
        await expect(page.getByRole('checkbox', { name: 'Include snapshot' })).toBeChecked()
        await expect(page.getByText('Host name: back-gate')).toBeVisible()
      },
    },
    pictures: [
      { name: 'server report' },
      { name: 'server report fails', before: failing('serverreport') },
    ],
  },
  {
    route: '/reports/log',
    ready: (page) => expect(page.locator('main [role="log"] time').first()).toBeVisible(),
    openings: [{ calls: [PERSONA === 'own' ? 'log.follow' : 'systemlog'], failed: couldNotLoad }],
    restart: {
      before: (page) => page.getByRole('searchbox', { name: 'Filter lines' }).fill('power'),
      async after(page) {
        await expect(page.getByRole('searchbox', { name: 'Filter lines' })).toHaveValue('power')
        await expect(page.getByRole('log').getByText('power on').last()).toBeVisible()
      },
    },
    pictures: [
      { name: 'system log' },
      {
        name: 'system log filtered',
        act: (page) => page.locator('main input[name="logFilter"]').fill('param.cgi'),
      },
      { name: 'system log fails', before: failing('log.follow') },
    ],
  },
]
