/** What calls suffer, and what a page may say of it. */
import { setFaults } from '@lintel/contract/bench'
import type { FaultSwitch } from '@lintel/contract/wire'
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'

export type Suffering = Omit<FaultSwitch, 'call' | 'times'>

/** Lets some calls suffer one fault, and nothing else any. */
export const suffer = (rig: Rig, calls: readonly string[], suffering: Suffering) =>
  rig.bench.call(setFaults, { faults: calls.map((call) => ({ call, ...suffering })) })

export const recover = (rig: Rig) => rig.bench.call(setFaults, { faults: [] })

/** What a fault leaves in the browser's log; nothing of the page's own is among it. */
export const TRACES = [
  /^[A-Z]+ \S+ failed: /,
  /^[A-Z]+ \S+ answered 50\d$/,
  /^console: Failed to load resource/,
  /^console: WebSocket connection/,
]

/** Remembers for each document and frame whether it was blank after something had stood on it. */
export async function watchForBlanks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let stood = false
    setInterval(() => {
      const blank = (document.querySelector('body')?.innerText ?? '').trim() === ''
      if (!blank) stood = true
      else if (stood) document.documentElement.dataset['wentBlank'] = ''
    }, 50)
  })
}

export async function expectNeverBlank(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    await expect(frame.locator('body')).toHaveText(/\S/)
    await expect(frame.locator('html[data-went-blank]')).toHaveCount(0)
  }
}
