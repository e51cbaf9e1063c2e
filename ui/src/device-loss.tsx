import { createStore } from './store.tsx'
import { closeFailures, newestToast } from './toast-store.ts'

/** How often the device has come back: what was said about its absence before is no longer true. */
export const deviceReturns = createStore(0)

/** Whether the page says that the device doesn't answer, so that its parts need not. */
export const lossShown = createStore(false)

/** How many forms leave it to the page to say that their save got no answer. */
export const lostSaves = createStore(0)

/** The newest toast before the device stopped answering. */
let before: number | undefined
/** The newest toast before a call was answered again: later failures are the device's own answers. */
let last: number | undefined

/** A call got no answer: failures that are reported from now on may be due to that. */
export function deviceLost(): void {
  before ??= newestToast()
}

/** A call was answered, even if it was refused. Whether the device is back is asked separately. */
export function callAnswered(): void {
  if (before !== undefined) last ??= newestToast()
}

/**
 * The device answers.
 * @param wasGone whether it had been gone for a while; a single lost call says nothing about the device
 */
export function deviceAnswers(wasGone: boolean): void {
  const [after, upTo] = [before, last ?? newestToast()]
  before = last = undefined
  if (after === undefined || !wasGone) return
  closeFailures(after, upTo)
  deviceReturns.set(deviceReturns.get() + 1)
}
