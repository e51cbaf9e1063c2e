import { keyOfDevice } from '@lintel/contract/site'
import { createStore } from '@lintel/ui/store'

const KEY = keyOfDevice('lintel.nextSteps')

/**
 * Whether a step after the set-up is left, so that the tile is there. Until the device has answered it
 * is what this browser knew last, as tiles would otherwise wait or move; undefined on a first visit.
 */
export const stepsLeft = createStore(remembered())

function remembered(): boolean | undefined {
  try {
    return { left: true, done: false }[localStorage.getItem(KEY) ?? '']
  } catch {
    return undefined
  }
}

/**
 * Takes over what the device has answered.
 * @param sure whether it has answered all of it; then it is kept for the next visit
 * @returns whether a step was left before
 */
export function noteStepsLeft(left: boolean, sure: boolean): boolean {
  const before = stepsLeft.get()
  stepsLeft.set(left)
  try {
    if (sure) localStorage.setItem(KEY, left ? 'left' : 'done')
  } catch {
    // The next visit waits for the answer again.
  }
  return before === true
}
