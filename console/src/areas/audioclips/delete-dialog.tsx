import { ChangedMeanwhile } from '@lintel/contract/compare-and-write'
import type { Clip } from '@lintel/contract/parameters/clips'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { remove } from './queries.ts'

/**
 * Asks before a clip is deleted (CLIPS-12).
 * @param props.clip as it is now, or was last
 * @param props.asked its name when the dialog opened
 */
export function DeleteDialog(props: { clip: Clip; asked: string; onClose: () => void }) {
  const { clip, asked, onClose } = props
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
      if (fault instanceof ChangedMeanwhile) {
        // The new name is in the question by now.
        setBusy(false)
        return
      }
      const because = faultText(fault)
      showToast({ status: 'critical', text: text('audioclips.notDeleted', { name, because }) })
    }
    onClose()
  }

  return (
    <ConfirmDialog
      open
      title={text('audioclips.deleteTitle', { name })}
      body={
        <>
          {name !== asked && (
            <Notice status="warn">{text('audioclips.renamed', { name: asked })}</Notice>
          )}
          {text('common.confirmDeleteFile', { name })}
        </>
      }
      confirm={text('audioclips.delete')}
      danger
      busy={busy}
      onClose={onClose}
      onConfirm={() => void confirm()}
    />
  )
}
