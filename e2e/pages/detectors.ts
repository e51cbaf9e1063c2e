import { updateParameters } from '@lintel/contract/calls/parameters'
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing, notSaved, parameter, saveButton, submitButton } from './parts.ts'

const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`)
const DURATION = 'root.Tampering.T0.MinDuration'

export const detectors: readonly PageDescriptor[] = [
  {
    route: '/detectors',
    person: 'operator',
    menu: { English: 'Detectors', German: 'Detektoren' },
    ready: (page) => expect(field(page, 'alarmLevel')).toBeVisible(),
    openings: [
      { calls: ['param.list'], inside: true, failed: couldNotLoad },
      {
        what: 'the shock detector',
        calls: ['shockdetection.getEnabled'],
        inside: true,
        failed: couldNotLoad,
      },
    ],
    forms: [
      {
        what: 'the detectors',
        call: 'param.update',
        fill: (page) => field(page, 'darkDuration').fill('30'),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(field(page, 'darkDuration')).toHaveValue('30'),
        saved: (page) => expect(saveButton(page)).toHaveCount(0),
        stored: async (rig) => (await parameter(rig, DURATION)) === '30',
      },
    ],
    restart: {
      before: (page) => field(page, 'darkThreshold').fill('80'),
      change: (rig) => rig.root.call(updateParameters, { [DURATION]: '40' }),
      async after(page) {
        await expect(field(page, 'darkDuration')).toHaveValue('40')
        await expect(field(page, 'darkThreshold')).toHaveValue('80')
      },
    },
    pictures: [
      { name: 'all' },
      {
        name: 'wrong',
        async act(page) {
          await field(page, 'darkDuration').fill('0')
          await submitButton(page).click()
        },
      },
      { name: 'none', product: 'A1601' },
      { name: 'no level', before: failing('audio.level') },
      { name: 'fails', before: failing('param.list') },
    ],
  },
]
