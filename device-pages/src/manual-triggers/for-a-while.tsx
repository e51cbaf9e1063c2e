import { MANUAL_TRIGGER_PORT, switchManualTrigger } from '@lintel/contract/calls/virtual-inputs'
import { Button } from '@lintel/ui/button'
import { Row } from '@lintel/ui/card'
import field from '@lintel/ui/fields.module.css'
import { useText } from '@lintel/ui/i18n'
import { useId, useState } from 'react'
import { device } from '../app/device.ts'
import { useAction } from '../app/use-action.ts'
import { Failed } from './input-row.tsx'
import styles from './manual-triggers.module.css'

/** What can be chosen; a step of an order waits 60 s at most. */
const SECONDS = [1, 2, 5, 10, 20, 30, 60]

/** Activates the manual trigger for a number of seconds, which the device counts. */
export function ForAWhile({ after }: { after: () => Promise<void> }) {
  const text = useText()
  const id = useId()
  const [seconds, setSeconds] = useState(5)
  const action = useAction(after)
  const steps = `${MANUAL_TRIGGER_PORT}:/${seconds * 1000}\\`
  return (
    <Row
      label={text('manualTriggers.duration')}
      htmlFor={id}
      help={text('manualTriggers.duration.help')}
      helpId={`${id}h`}
    >
      <div className={styles['line']}>
        <select
          id={id}
          className={field['input']}
          value={seconds}
          aria-describedby={`${id}h`}
          onChange={({ target }) => setSeconds(Number(target.value))}
        >
          {SECONDS.map((count) => (
            <option key={count} value={count}>
              {text('manualTriggers.seconds', { count })}
            </option>
          ))}
        </select>
        <Button
          busy={action.busy}
          onClick={() => action.run(() => device.call(switchManualTrigger, { action: steps }))}
        >
          {text('manualTriggers.activateFor')}
        </Button>
      </div>
      <Failed failure={action.failure} />
    </Row>
  )
}
