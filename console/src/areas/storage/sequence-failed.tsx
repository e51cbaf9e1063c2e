import { IconButton } from '@lintel/ui/button'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { X } from 'lucide-react'
import { sequences } from './running-sequence.ts'
import { JobFailed, PassphraseLost } from './sequence.ts'
import { useSequence } from './use-sequence.ts'

/** Why the last sequence failed, in the device's words if it has any. B §8 Storage. */
export function SequenceFailed() {
  const text = useText()
  const faultText = useFaultText()
  const sequence = useSequence()
  if (sequence?.phase !== 'failed') return null
  const { name, fault } = sequence

  function reason(): string {
    if (fault instanceof PassphraseLost) return text('storage.passphraseLost')
    if (!(fault instanceof JobFailed)) return faultText(fault)
    return fault.message === '' ? text('storage.genericErrorMessage') : fault.message
  }

  return (
    <Notice
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
