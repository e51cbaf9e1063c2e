import { createStore } from '@lintel/ui/store'
import { history } from '../routing/history.ts'
import { paths } from '../routing/paths.ts'
import { restart } from './device-restart.ts'

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
  const { own, page, flag } = left
  if (own) restarted.set(flag.type === 'restart')
  else if (page !== undefined && flag.type !== 'restore' && flag.type !== 'default') {
    // Unless somebody has gone elsewhere since.
    if (history.path.get() === paths.overview()) history.navigate(page, { replace: true })
  }
}
