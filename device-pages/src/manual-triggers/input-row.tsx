import { Button } from '@lintel/ui/button'
import { Row } from '@lintel/ui/card'
import { Chip } from '@lintel/ui/chip'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useAction } from '../app/use-action.ts'
import styles from './manual-triggers.module.css'
import { isUsed } from './used-by.ts'
import type { Uses } from './used-by.ts'

/** An input or the trigger: its state, the button that changes it, and the rules that wait for it. */
export function InputRow(props: {
  name: string
  active: boolean
  uses: Uses
  /** Whether its button is the most important thing on the page. */
  big?: boolean
  order: (active: boolean) => Promise<unknown>
  after: () => Promise<void>
}) {
  const { name, active, uses, big = false, order, after } = props
  const text = useText()
  const id = useId()
  const action = useAction(after)
  return (
    <Row name={name} nameId={id} help={isUsed(uses) ? <UsedBy {...uses} /> : undefined}>
      <div className={styles[big ? 'big' : 'line']}>
        <Button
          kind={big && !active ? 'primary' : 'default'}
          busy={action.busy}
          aria-describedby={id}
          onClick={() => action.run(() => order(!active))}
        >
          {text(active ? 'manualTriggers.deactivate' : 'manualTriggers.activate')}
        </Button>
        <State active={active} />
      </div>
      <Failed failure={action.failure} />
    </Row>
  )
}

/** Screen readers hear of its changes, whoever makes them. */
function State({ active }: { active: boolean }) {
  const text = useText()
  return (
    <output>
      <Chip status={active ? 'ok' : 'neutral'}>
        {text(active ? 'manualTriggers.is.active' : 'manualTriggers.is.inactive')}
      </Chip>
    </output>
  )
}

function UsedBy({ starts, conditionOf }: Uses) {
  const text = useText()
  const lines = [
    starts.length > 0 && text('manualTriggers.starts', { names: starts.join(', ') }),
    conditionOf.length > 0 && text('manualTriggers.conditionOf', { names: conditionOf.join(', ') }),
  ]
  return lines
    .filter((line) => line !== false)
    .map((line): ReactNode => (
      <span key={line} className={styles['use']}>
        {line}
      </span>
    ))
}

/** Why the device has not done what a button asked for. */
export function Failed({ failure }: { failure: unknown }) {
  const text = useText()
  const faultText = useFaultText()
  if (failure === undefined) return null
  return (
    <Notice status="crit" title={text('ui.notDone')}>
      {faultText(failure)}
    </Notice>
  )
}
