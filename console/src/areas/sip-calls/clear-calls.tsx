import { Button } from '@lintel/ui/button'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { clearCalls } from './queries.ts'

/**
 * A button that deletes the past calls, once it has asked.
 * @param props.empty whether there are none
 */
export function ClearCalls({ empty }: { empty: boolean }) {
  const text = useText()
  const faultText = useFaultText()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function clear() {
    setBusy(true)
    try {
      await clearCalls()
      showToast({ status: 'ok', text: text('sipCalls.cleared') })
    } catch (fault) {
      const because = faultText(fault)
      showToast({ status: 'critical', text: text('sipCalls.clearFailed', { because }) })
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
        {text('sipCalls.clear')}
      </Button>
      <ConfirmDialog
        open={open}
        title={text('sipCalls.clearTitle')}
        body={text('sipCalls.clearBody')}
        confirm={text('sipCalls.clear')}
        busy={busy}
        danger
        onConfirm={() => void clear()}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
