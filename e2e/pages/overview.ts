import { setClientNote } from '@lintel/contract/calls/client-notes'
import { getPlaying } from '@lintel/contract/calls/audio'
import { updateParameters } from '@lintel/contract/calls/parameters'
import { setWorld } from '@lintel/contract/bench'
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import { expectLive, expectLiveAgain } from '../overview/live.ts'
import type { PageDescriptor } from './descriptor.ts'
import { couldNotLoad, failing } from './parts.ts'

const ready = (page: Page) => expect(page.locator('main dl').first()).toBeVisible()

export const overview: readonly PageDescriptor[] = [
  {
    route: '/',
    menu: { English: 'Overview', German: 'Übersicht' },
    ready,
    openings: [
      {
        calls: ['param.list', 'video'],
        async ready(page) {
          await expect(page.getByRole('term').filter({ hasText: 'Firmware' })).toBeVisible()
          await expectLive(page, 15_000)
        },
        failed: couldNotLoad,
      },
    ],
    restart: { after: expectLiveAgain },
    pictures: [
      { name: 'overview' },
      { name: 'hot', before: (rig) => rig.bench.call(setWorld, { temperature: 75 }) },
      { name: 'without picture', before: failing('video', 503) },
      { name: 'viewer', person: 'viewer' },
      {
        name: 'outputs',
        async before(rig) {
          for (const port of [2, 3]) {
            const key = `System.ShowOutputButton${port}`
            await rig.root.call(setClientNote, { group: 'ACA', key, value: 'yes' })
          }
          await rig.root.call(updateParameters, { 'root.IOPort.I2.Output.Name': 'Open the door' })
        },
        async act(page) {
          const outputs = page.locator('section:has(button)', { hasText: 'Open the door' }).first()
          await outputs
            .getByRole('button', { name: /Open the door/ })
            .first()
            .click()
        },
      },
    ],
  },
  {
    route: '/',
    product: 'C1410',
    about: getPlaying,
    ready,
    openings: [
      {
        calls: ['param.list', 'audiorelay', 'axast', 'audioSite'],
        async ready(page) {
          await expect(page.getByRole('term').filter({ hasText: 'Friendly name' })).toBeVisible()
          await expect(page.getByText('The speaker is not calibrated.')).toBeVisible()
          await expect(page.getByRole('link', { name: 'Open the audio manager' })).toBeVisible()
          await expect(page.getByText('Leader', { exact: true })).toBeVisible()
        },
        failed: couldNotLoad,
      },
    ],
    pictures: [{ name: 'audio' }],
  },
]
