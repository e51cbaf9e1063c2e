import { createStore } from '@lintel/ui/store'
import { history } from '../routing/history.ts'
import { paths } from '../routing/paths.ts'
import { restart } from './device-restart.ts'
import type { RestartType } from './flag.ts'

/** Whether to report that the device is back, in the tab that restarted it. */
export const restarted = createStore(false)

/**
 * After a restart, once the root page has loaded (A §4) and the person is signed in: reopens the page
 * that the overlay covered, except after a reset. The tab that started the restart stays on the root
 * page, which reports that the device is back.
 */
export function returnToPage(): void {
  const left = restart.landed()
  if (!left) return
  const { page, returns, flag } = left
  if (!returns) restarted.set(flag.type === 'restart')
  // The person may have opened another page since.
  else if (history.path.get() === paths.overview() && !isReset(flag.type)) {
    history.navigate(page, { replace: true })
  }
}

const isReset = (type: RestartType | undefined) => type === 'restore' || type === 'default'
