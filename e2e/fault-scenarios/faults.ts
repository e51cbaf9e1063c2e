/** Fault switches for calls, and checks of what a page may show while they are on. */
import { getBench, setFaults } from '@lintel/contract/bench'
import type { FaultSwitch } from '@lintel/contract/wire'
import type { Page } from '@playwright/test'
import { expect } from '../fixture.ts'
import type { Rig } from '../rig/rig.ts'

export type CallFault = Omit<FaultSwitch, 'call' | 'times'>

/** Replaces all faults by these. */
export const applyFaults = (rig: Rig, ...faults: FaultSwitch[]) =>
  rig.bench.call(setFaults, { faults })

/** Replaces all faults by one for some calls. */
export const applyFault = (rig: Rig, calls: readonly string[], fault: CallFault) =>
  applyFaults(rig, ...calls.map((call) => ({ call, ...fault })))

const UNLIMITED = 1_000_000

/** Holds a call up until the faults are replaced. */
export const HELD: CallFault = { fault: 'slow', value: 600_000 }

/**
 * Replaces all faults by these for some calls. With `HELD` among them, the others follow when the
 * faults are replaced.
 * @returns waits until one of the calls has arrived
 */
export async function awaitFault(
  rig: Rig,
  calls: readonly string[],
  ...faults: readonly CallFault[]
): Promise<() => Promise<void>> {
  await applyFaults(
    rig,
    ...calls.flatMap((call) => faults.map((fault) => ({ call, ...fault, times: UNLIMITED }))),
  )
  return async () => {
    const left = async () => (await rig.bench.call(getBench, {})).faults
    await expect
      .poll(async () => (await left()).some(({ times }) => times !== UNLIMITED))
      .toBe(true)
  }
}

/**
 * Holds these calls up until the faults are cleared.
 * @returns waits until one of them has arrived
 */
export const holdCalls = (rig: Rig, ...calls: readonly string[]) => awaitFault(rig, calls, HELD)

export const clearFaults = (rig: Rig) => applyFaults(rig)

/** The errors that a fault leaves in the browser's log; the page itself causes none of them. */
export const FAULT_ERRORS = [
  /^[A-Z]+ \S+ failed: /,
  /^[A-Z]+ \S+ answered 50\d$/,
  /^console: Failed to load resource/,
  /^console: WebSocket connection/,
]

/**
 * Records for each document and frame whether it went blank after it had shown content.
 * @returns stops that
 */
export async function watchForBlanks(page: Page): Promise<() => Promise<void>> {
  const script = await page.addInitScript(watchDocument)
  await page.evaluate(watchDocument)
  return async () => {
    await script.dispose()
    for (const frame of page.frames()) {
      await frame.evaluate(() => dispatchEvent(new Event('blanks-watched')))
    }
  }
}

/** Runs in the page. */
function watchDocument(): void {
  let shown = false
  const timer = setInterval(() => {
    const blank = (document.querySelector('body')?.innerText ?? '').trim() === ''
    if (!blank) shown = true
    else if (shown) document.documentElement.dataset['wentBlank'] = ''
  }, 50)
  addEventListener('blanks-watched', () => {
    clearInterval(timer)
  })
}

export async function expectNeverBlank(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    await expect(frame.locator('body')).toHaveText(/\S/)
    await expect(frame.locator('html[data-went-blank]')).toHaveCount(0)
  }
}
