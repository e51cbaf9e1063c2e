import { updateParameters } from '@lintel/contract/calls/parameters'
import { expect } from '../fixture.ts'
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
]
