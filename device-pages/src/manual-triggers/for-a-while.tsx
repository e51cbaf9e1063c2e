import { MANUAL_TRIGGER_PORT, switchManualTrigger } from '@lintel/contract/calls/virtual-inputs'
import { PORT_TIME_MAX } from '@lintel/contract/rules/io-port'
import { wholeFrom } from '@lintel/contract/rules/problem'
import { Button } from '@lintel/ui/button'
import { Row } from '@lintel/ui/card'
import { FieldNote } from '@lintel/ui/field-note'
import field from '@lintel/ui/fields.module.css'
import { useText } from '@lintel/ui/i18n'
import { useId, useState } from 'react'
import { device } from '../app/device.ts'
import { useAction } from '../app/use-action.ts'
import { Failed } from './input-row.tsx'
import styles from './manual-triggers.module.css'

const SECONDS_MAX = PORT_TIME_MAX / 1000
const check = wholeFrom(1, SECONDS_MAX)

/** Activates the manual trigger for a number of seconds, which the device counts. */
export function ForAWhile({ after }: { after: () => Promise<void> }) {
  const text = useText()
  const id = useId()
  const [typed, setTyped] = useState('5')
  const [tried, setTried] = useState(false)
  const action = useAction(after)
  const problem = tried ? check(typed) : undefined

  function activate(): void {
    setTried(true)
    if (check(typed)) return
    const steps = `${MANUAL_TRIGGER_PORT}:/${Number(typed) * 1000}\\`
    action.run(() => device.call(switchManualTrigger, { action: steps }))
  }

  return (
    <form
      className={styles['while']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        activate()
      }}
    >
      <Row
        label={text('manualTriggers.seconds')}
        htmlFor={id}
        help={text('manualTriggers.seconds.help', { max: SECONDS_MAX })}
        helpId={`${id}h`}
      >
        <div className={styles['line']}>
          <input
            id={id}
            name="seconds"
            className={field['input']}
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            aria-describedby={problem ? `${id}h ${id}n` : `${id}h`}
            aria-invalid={problem ? true : undefined}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" busy={action.busy}>
            {text('manualTriggers.activateFor')}
          </Button>
        </div>
        <FieldNote id={`${id}n`} error={problem} warning={undefined} />
        <Failed failure={action.failure} />
      </Row>
    </form>
  )
}
