import { NETWORK_SHARE } from '@lintel/contract/disks'
import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { useText } from '@lintel/ui/i18n'
import { Progress } from '@lintel/ui/progress'
import { useEffect, useRef } from 'react'
import styles from './progress-dialog.module.css'
import { sequences } from './running-sequence.ts'
import { useSequence } from './use-sequence.ts'

/**
 * What the device is doing with a disk, and that it has finished. It can't be closed before. B §2,
 * OPEN-84.
 */
export function ProgressDialog() {
  const text = useText()
  const sequence = useSequence()
  const close = useRef<HTMLButtonElement>(null)
  const ended = sequence?.phase === 'done'
  useEffect(() => {
    if (ended) close.current?.focus()
  }, [ended])
  if (!sequence || sequence.phase === 'failed') return null
  const { name, diskid, step, percent } = sequence
  const disk = diskid === NETWORK_SHARE ? 'share' : 'card'
  return (
    <Dialog
      open
      title={text(`storage.${name}.title`)}
      onClose={ended ? sequences.dismiss : undefined}
      footer={
        ended && (
          <Button ref={close} kind="primary" onClick={sequences.dismiss}>
            {text('ui.close')}
          </Button>
        )
      }
    >
      <output>{ended && text(`storage.${name}.done`)}</output>
      {!ended && (
        <>
          <Progress
            label={text(`storage.${name}.title`)}
            value={percent}
            text={text('storage.progress', {
              step: text(`storage.step.${step}`),
              percent: percent / 100,
            })}
          />
          <p className={styles['warning']}>{text(`storage.keepPower.${disk}`)}</p>
        </>
      )}
    </Dialog>
  )
}
