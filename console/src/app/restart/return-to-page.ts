import { createStore } from '@lintel/ui/store'
import { history } from '../routing/history.ts'
import { paths } from '../routing/paths.ts'
import { restart } from './device-restart.ts'
import type { RestartType } from './flag.ts'

/** What to report once the device is back. */
export const outcome = createStore<'restarted' | 'notReset' | undefined>(undefined)

/**
 * After a restart, once the root page has loaded (A §4) and the person is signed in: reopens the page
 * that the overlay covered. The tab that started the restart stays on the root page, which reports
 * that the device is back.
 */
export function returnToPage(): void {
  const left = restart.landed()
  if (!left) return
  const { page, returns, flag } = left
  if (isReset(flag.type)) {
    // A reset ends all sessions, but a power cut can prevent it.
    if (stayedSignedIn()) outcome.set('notReset')
  } else if (!returns) outcome.set(flag.type === 'restart' ? 'restarted' : undefined)
  // The person may have opened another page since.
  else if (history.path.get() === paths.overview()) history.navigate(page, { replace: true })
}

const isReset = (type: RestartType | undefined) => type === 'restore' || type === 'default'

/** Whether the session has outlived the restart: otherwise the person came from another page. */
const stayedSignedIn = () =>
  (window.history.state as { restarted?: true } | null)?.restarted === true
