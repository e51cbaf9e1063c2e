import { keyOfDevice } from '@lintel/contract/site'
import { SETUP_LEFT_KEY } from '../app/setup-left-key.ts'
import { pagesOf } from './machine.ts'
import type { Left, Page, WizardState } from './machine.ts'

/** The key in the browser's storage, for this tab, of where the set-up goes on after a reload. */
export const SETUP_PAGE_KEY = keyOfDevice('lintel.setupPage')

/**
 * Notes in the tab where the set-up is, once root has a password: a reload continues there. Which
 * steps are left is what the console says if somebody goes there instead.
 */
export function noteLeft(storage: Pick<Storage, 'setItem' | 'removeItem'>, state: WizardState) {
  const { root, stage, product, page, storedFrequency: frequency, network } = state
  try {
    if (stage === 'done' || stage === 'taken') {
      storage.removeItem(SETUP_LEFT_KEY)
      storage.removeItem(SETUP_PAGE_KEY)
    } else if (root === 'set') {
      const isFrequencyLeft = page === 'password' || page === 'frequency'
      // Network and time are stored together at the end.
      const left = pagesOf(product).filter(
        (one) => one === 'network' || one === 'time' || (one === 'frequency' && isFrequencyLeft),
      )
      storage.setItem(SETUP_LEFT_KEY, left.join())
      storage.setItem(SETUP_PAGE_KEY, JSON.stringify({ page, frequency, network } satisfies Left))
    }
  } catch {
    // The browser refuses storage: the console opens without saying so.
  }
}

const PAGES: readonly unknown[] = [
  'password',
  'frequency',
  'network',
  'time',
  'finish',
] satisfies Page[]

/** What was noted; undefined if nothing was. */
export function readLeft(storage: Pick<Storage, 'getItem'>): Left | undefined {
  try {
    const left = JSON.parse(storage.getItem(SETUP_PAGE_KEY) ?? 'null') as Left | null
    return left && PAGES.includes(left.page) ? left : undefined
  } catch {
    // The browser refuses storage.
    return undefined
  }
}
