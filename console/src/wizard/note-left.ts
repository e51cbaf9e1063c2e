import { SETUP_LEFT_KEY } from '../app/setup-left-key.ts'
import { pagesOf } from './machine.ts'
import type { WizardState } from './machine.ts'

/**
 * Notes in the tab which steps are left, once root has a password: a reload opens the console then,
 * which says what has not been set.
 */
export function noteLeft(storage: Pick<Storage, 'setItem' | 'removeItem'>, state: WizardState) {
  const { root, stage, product, page } = state
  try {
    if (stage === 'done' || stage === 'taken') storage.removeItem(SETUP_LEFT_KEY)
    else if (root === 'set') {
      const isFrequencyLeft = page === 'password' || page === 'frequency'
      // Network and time are stored together at the end.
      const left = pagesOf(product).filter(
        (one) => one === 'network' || one === 'time' || (one === 'frequency' && isFrequencyLeft),
      )
      storage.setItem(SETUP_LEFT_KEY, left.join())
    }
  } catch {
    // The browser refuses storage: the console opens without saying so.
  }
}
