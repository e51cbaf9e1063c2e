import { getBench } from '@lintel/contract/bench'
import { setMirroring, setVideoSource } from '@lintel/contract/calls/video-output'
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import { setOutput } from '../hdmi/output.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing, notSaved, saveButton, submitButton } from './parts.ts'

const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`)

export const hdmi: readonly PageDescriptor[] = [
  {
    route: '/hdmi',
    menu: { English: 'HDMI output', German: 'HDMI-Ausgang' },
    ready: (page) => expect(field(page, 'rotation')).toBeVisible(),
    openings: [{ calls: ['videooutput.getVideoSources'], inside: true, failed: couldNotLoad }],
    forms: [
      {
        what: 'the HDMI output',
        call: 'videooutput.setRotation',
        fill: async (page) => void (await field(page, 'rotation').selectOption('90')),
        save: saveButton,
        failed: notSaved,
        unchanged: (page) => expect(field(page, 'rotation')).toHaveValue('90'),
        saved: (page) => expect(saveButton(page)).toHaveCount(0),
        stored: async (rig) => (await rig.bench.call(getBench, {})).hdmi?.degrees === 90,
      },
    ],
    restart: {
      before: async (page) => void (await field(page, 'rotation').selectOption('180')),
      change: (rig) => setOutput(rig, setMirroring, { mirroringenabled: 'true' }),
      async after(page) {
        await expect(field(page, 'mirroring')).toBeChecked()
        await expect(field(page, 'rotation')).toHaveValue('180')
      },
    },
    pictures: [
      { name: 'camera' },
      {
        name: 'another source',
        before: (rig) => setOutput(rig, setVideoSource, { id: '2' }),
      },
      {
        name: 'wrong',
        async act(page) {
          await field(page, 'source').selectOption('5')
          await field(page, 'rotation').selectOption('90')
          await submitButton(page).click()
        },
      },
      { name: 'fails', before: failing('videooutput.getVideoSources') },
    ],
  },
]
