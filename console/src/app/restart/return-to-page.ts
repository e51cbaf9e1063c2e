import { createStore } from '@lintel/ui/store'
import { history } from '../routing/history.ts'
import { paths } from '../routing/paths.ts'
import { restart } from './device-restart.ts'
import type { RestartType } from './flag.ts'

/** Whether this tab has just restarted the device, which has to be said. */
export const restarted = createStore(false)

/**
 * After a restart, once the root page has loaded (A §4) and the person is signed in: reopens the page
 * that the overlay covered. Where the restart was started the root page stays, and says that it is
 * done. After a reset, nothing is as it was.
 */
export function returnToPage(): void {
  const left = restart.landed()
  if (!left) return
  const { page, returns, flag } = left
  if (!returns) restarted.set(flag.type === 'restart')
  // Unless somebody has gone elsewhere since.
  else if (history.path.get() === paths.overview() && !isReset(flag.type)) {
    history.navigate(page, { replace: true })
  }
}

const isReset = (type: RestartType | undefined) => type === 'restore' || type === 'default'
