import { ConfirmDialog } from '@lintel/ui/dialog'
import { useText } from '@lintel/ui/i18n'
import { useStore } from '../store.ts'
import { history } from './history.ts'

/** Asks before a page with unsaved values is left by a link, by back or forward, or by a typed address. */
export function UnsavedGuard() {
  const text = useText()
  return (
    <ConfirmDialog
      open={useStore(history.asked) !== undefined}
      title={text('shell.leaveTitle')}
      body={text('shell.leaveBody')}
      confirm={text('shell.leave')}
      onConfirm={history.leave}
      onClose={history.stay}
      danger
    />
  )
}
