import { getAccessLog } from '@lintel/contract/calls/access-log'
import { present } from '../credentials/form.ts'
import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad } from './parts.ts'

export const accessLog: readonly PageDescriptor[] = [
  {
    route: '/access-log',
    product: 'A1601',
    about: getAccessLog,
    menu: { English: 'Access log', German: 'Zutrittsprotokoll' },
    // An empty log has no table.
    ready: (page) => expect(page.locator('main [data-card]')).toBeVisible(),
    openings: [{ calls: ['accessLog'], inside: true, failed: couldNotLoad }],
    restart: {
      change: (rig) => present(rig, 'ada00001'),
      after: (page) => expect(page.getByRole('cell', { name: 'Ada' })).toBeVisible(),
    },
    pictures: [
      { name: 'none' },
      {
        name: 'some',
        async before(rig) {
          await present(rig, 'ada00001')
          await present(rig, '04a1b2c3')
        },
      },
    ],
  },
]
