import { getCallLog } from '@lintel/contract/calls/call-log'
import { expect } from '../fixture.ts'
import { fillLog, pastCalls } from '../sip-calls/past-calls.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad } from './parts.ts'

export const sipCalls: readonly PageDescriptor[] = [
  {
    route: '/sip/calls',
    about: getCallLog,
    menu: { English: 'Call log', German: 'Anrufliste' },
    ready: (page) => expect(page.locator('main section').locator('figure, p')).toBeVisible(),
    openings: [{ calls: ['callLog'], inside: true, failed: (page) => couldNotLoad(page).first() }],
    restart: {
      change: async (rig) => fillLog(rig, await pastCalls(rig, 3, 3)),
      after: (page) => expect(page.getByRole('row', { name: /sip:flat2@/ })).toBeVisible(),
    },
    pictures: [
      { name: 'empty' },
      { name: 'calls', before: async (rig) => fillLog(rig, await pastCalls(rig, 60, 25)) },
      {
        name: 'thousands',
        before: async (rig) => fillLog(rig, await pastCalls(rig, 3_000, 45)),
        act: (page) => page.locator('main table').last().scrollIntoViewIfNeeded(),
      },
      {
        name: 'old calls alone',
        before: async (rig) =>
          fillLog(
            rig,
            (await pastCalls(rig, 3, 3)).map((call) => ({ ...call, day: '2026-01-01' })),
          ),
      },
      {
        name: 'clear',
        before: async (rig) => fillLog(rig, await pastCalls(rig, 3, 3)),
        act: (page) => page.locator('[data-field="clear"]').click(),
      },
    ],
  },
]
