import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { useText } from '@lintel/ui/i18n'
import { Progress } from '@lintel/ui/progress'
import { sequences } from './running-sequence.ts'
import { useSequence } from './use-sequence.ts'

/**
 * What the device is doing with a disk, and that it has finished. It can't be closed before. B §2,
 * OPEN-84.
 */
export function ProgressDialog() {
  const text = useText()
  const sequence = useSequence()
  if (!sequence || sequence.phase === 'failed') return null
  const { name, step, percent, phase } = sequence
  const done = phase === 'done'
  return (
    <Dialog
      open
      title={text(`storage.${name}.title`)}
      onClose={done ? sequences.dismiss : undefined}
      footer={
        done && (
          <Button kind="primary" onClick={sequences.dismiss}>
            {text('ui.close')}
          </Button>
        )
      }
    >
      {done ? (
        <output>{text(`storage.${name}.done`)}</output>
      ) : (
        <>
          <Progress
            label={text(`storage.${name}.title`)}
            value={percent}
            text={text('storage.progress', {
              step: text(`storage.step.${step}`),
              percent: percent / 100,
            })}
          />
          <p>{text('storage.keepPower')}</p>
        </>
      )}
    </Dialog>
  )
}
