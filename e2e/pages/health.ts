import { setWorld } from '@lintel/contract/bench'
import { getHealth } from '@lintel/contract/calls/health'
import { expect } from '../fixture.ts'
import { fillHealth } from '../health/past-health.ts'
import { fillLog, pastCalls } from '../sip-calls/past-calls.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing } from './parts.ts'

export const health: readonly PageDescriptor[] = [
  {
    route: '/health',
    about: getHealth,
    person: 'operator',
    menu: { English: 'Health', German: 'Gerätezustand' },
    ready: (page) => expect(page.locator('[data-field="temperature"] figure')).toBeVisible(),
    openings: [
      { what: 'the figures', calls: ['health.get'], inside: true, failed: couldNotLoad },
      { what: 'without the time', calls: ['time.getDateTimeInfo'] },
    ],
    restart: {
      change: (rig) => rig.bench.call(setWorld, { temperature: 44 }),
      after: (page) =>
        expect(page.locator('[data-field="temperature"]').getByText('44 °C').first()).toBeVisible(),
    },
    pictures: [
      { name: 'first minutes' },
      {
        name: 'a week',
        before: async (rig) => {
          await fillHealth(rig)
          await fillLog(rig, await pastCalls(rig, 40, 6))
        },
        act: (page) => page.locator('input[value="week"]').check(),
      },
      { name: 'a day', before: (rig) => fillHealth(rig) },
      {
        name: 'hot, with the figures',
        before: async (rig) => {
          await fillHealth(rig)
          await rig.bench.call(setWorld, { temperature: 71 })
        },
        act: async (page) => {
          await page.locator('input[value="hour"]').check()
          await page.locator('summary').first().click()
          await page.getByRole('slider').nth(1).hover()
        },
      },
      { name: 'fails', before: failing('health.get') },
    ],
  },
]
