import type { Clip } from '@lintel/contract/parameters/clips'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { remove } from './queries.ts'

/** Asks before a clip is deleted (CLIPS-12). */
export function DeleteDialog({ clip, onClose }: { clip: Clip; onClose: () => void }) {
  const text = useText()
  const faultText = useFaultText()
  const [busy, setBusy] = useState(false)
  const { name } = clip

  async function confirm() {
    setBusy(true)
    try {
      await remove(clip)
      showToast({ status: 'ok', text: text('ui.deleted', { name }) })
    } catch (fault) {
      const because = faultText(fault)
      showToast({ status: 'critical', text: text('audioclips.notDeleted', { name, because }) })
    }
    onClose()
  }

  return (
    <ConfirmDialog
      open
      title={text('audioclips.deleteTitle', { name })}
      body={text('common.confirmDeleteFile', { name })}
      confirm={text('audioclips.delete')}
      danger
      busy={busy}
      onClose={onClose}
      onConfirm={() => void confirm()}
    />
  )
}
