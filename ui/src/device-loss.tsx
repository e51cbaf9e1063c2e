import { createStore } from './store.tsx'
import { closeFailuresAfter, newestToast } from './toast-store.ts'

/** How often the device has come back: what was said about its absence before is no longer true. */
export const deviceReturns = createStore(0)

/** The newest toast before the device stopped answering. */
let before: number | undefined

/** A call got no answer: failures that are reported from now on may be due to that. */
export function deviceLost(): void {
  before ??= newestToast()
}

/**
 * The device answers.
 * @param wasGone whether it had been gone for a while; a single lost call says nothing about the device
 */
export function deviceAnswers(wasGone: boolean): void {
  const newest = before
  before = undefined
  if (newest === undefined || !wasGone) return
  closeFailuresAfter(newest)
  deviceReturns.set(deviceReturns.get() + 1)
}
