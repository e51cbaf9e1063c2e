import { IconButton } from '@lintel/ui/button'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { sequences } from './running-sequence.ts'
import { JobFailed, PassphraseLost } from './sequence.ts'
import { useSequence } from './use-sequence.ts'

/**
 * Why the last sequence failed, in the device's words if it has any. It takes the focus: it may be
 * far above the button that started the sequence. B §8 Storage.
 */
export function SequenceFailed() {
  const text = useText()
  const faultText = useFaultText()
  const sequence = useSequence()
  const notice = useRef<HTMLDivElement>(null)
  const failed = sequence?.phase === 'failed'
  useEffect(() => {
    if (failed) notice.current?.focus()
  }, [failed])
  if (!failed) return null
  const { name, fault } = sequence

  function reason(): string {
    if (fault instanceof PassphraseLost) return text('storage.passphraseLost')
    if (!(fault instanceof JobFailed)) return faultText(fault)
    return fault.message === '' ? text('storage.genericErrorMessage') : fault.message
  }

  return (
    <Notice
      ref={notice}
      status="crit"
      title={text(`storage.${name}.failed`)}
      action={
        <IconButton
          label={text('ui.closeMessage')}
          icon={<X size={16} />}
          onClick={sequences.dismiss}
        />
      }
    >
      {reason()}
    </Notice>
  )
}
