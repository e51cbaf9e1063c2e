import { ConfirmDialog } from '@lintel/ui/dialog'
import { useText } from '@lintel/ui/i18n'
import { anyUpload } from '@lintel/ui/unsaved'
import { useStore } from '@lintel/ui/store'
import { history } from './history.ts'

/**
 * Asks for confirmation before a page with unsaved values or a running upload is left by a link, by
 * back or forward, or by a typed address.
 */
export function UnsavedGuard() {
  const text = useText()
  const open = useStore(history.pending) !== undefined
  const what = open && anyUpload() ? 'leaveUpload' : 'leave'
  return (
    <ConfirmDialog
      open={open}
      title={text(`shell.${what}Title`)}
      body={text(`shell.${what}Body`)}
      cancel={text('shell.stay')}
      confirm={text('shell.leave')}
      onConfirm={history.leave}
      onClose={history.stay}
      danger
    />
  )
}
