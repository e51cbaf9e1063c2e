import type { MessageId } from '@lintel/contract/messages'
import { Button } from '@lintel/ui/button'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'

/**
 * A button that clears a log, once it has asked.
 * @param props.texts of the button, the question and the result; `clearFailed` has `{because}`
 * @param props.empty whether there is nothing to clear
 * @param props.clear throws a DeviceFault
 */
export function ClearLog(props: {
  texts: Readonly<
    Record<'clear' | 'clearTitle' | 'clearBody' | 'cleared' | 'clearFailed', MessageId>
  >
  empty: boolean
  clear: () => Promise<void>
}) {
  const { texts, empty, clear } = props
  const text = useText()
  const faultText = useFaultText()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function confirmed() {
    setBusy(true)
    try {
      await clear()
      showToast({ status: 'ok', text: text(texts.cleared) })
    } catch (fault) {
      const because = faultText(fault)
      showToast({ status: 'critical', text: text(texts.clearFailed, { because }) })
    } finally {
      setBusy(false)
      setOpen(false)
    }
  }

  return (
    <>
      <Button
        icon={<Trash2 size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
        off={empty}
        data-field="clear"
      >
        {text(texts.clear)}
      </Button>
      <ConfirmDialog
        open={open}
        title={text(texts.clearTitle)}
        body={text(texts.clearBody)}
        confirm={text(texts.clear)}
        busy={busy}
        danger
        onConfirm={() => void confirmed()}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
