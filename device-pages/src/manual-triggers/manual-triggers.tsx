import '@lintel/ui/summary.css'
import { ACTION_RULES_MAX, getActionRules } from '@lintel/contract/calls/action-rules'
import type { ActionRule } from '@lintel/contract/calls/action-rules'
import type { AnswerOf } from '@lintel/contract/call'
import { atSite } from '@lintel/contract/site'
import {
  activateVirtualInput,
  deactivateVirtualInput,
  getVirtualInputs,
  MANUAL_TRIGGER_PORT,
  switchManualTrigger,
} from '@lintel/contract/calls/virtual-inputs'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import type { ReactNode } from 'react'
import { device, deviceHas } from '../app/device.ts'
import { bare, namedAbove } from '../app/framed.ts'
import { useReading } from '../app/reading.ts'
import { CHANGES_INTERVAL, POLL_INTERVAL, POLL_TIMEOUT } from '../app/timing.ts'
import { ForAWhile } from './for-a-while.tsx'
import { InputRow } from './input-row.tsx'
import styles from './manual-triggers.module.css'
import { isUsed, usesOfInput, usesOfTrigger } from './used-by.ts'

const readStates = (signal: AbortSignal) =>
  device.call(getVirtualInputs, {}, { signal, timeoutMs: POLL_TIMEOUT })

const readRules = (signal: AbortSignal) =>
  device.call(getActionRules, { limit: ACTION_RULES_MAX }, { signal, timeoutMs: POLL_TIMEOUT })

/** Starts action rules by hand: by the manual trigger and the virtual inputs. A §2 Events. */
export function ManualTriggers() {
  const text = useText()
  return (
    <>
      {!bare && <PageHead title={text('ui.manualTrigger')} />}
      {deviceHas(getVirtualInputs) && deviceHas(getActionRules) ? (
        <Triggers />
      ) : (
        <Notice title={text('manualTriggers.unavailable')} />
      )}
    </>
  )
}

function Triggers() {
  const faultText = useFaultText()
  const states = useReading(readStates, POLL_INTERVAL)
  const rules = useReading(readRules, CHANGES_INTERVAL)
  const fault: unknown = states.fault ?? rules.fault
  const again = async () => {
    await Promise.all([states.again(), rules.again()])
  }
  if (!states.data || !rules.data) {
    return fault === undefined ? (
      <Loading />
    ) : (
      <LoadFailed fault={fault} onRetry={() => void again()} />
    )
  }
  const known = { states: states.data, rules: rules.data.items, after: states.again }
  return (
    <>
      {fault !== undefined && <Notice status="crit" title={faultText(fault)} />}
      <Trigger {...known} />
      <Inputs {...known} />
    </>
  )
}

interface Known {
  states: AnswerOf<typeof getVirtualInputs>
  rules: readonly ActionRule[]
  /** Reads the states after a request, whatever came of it. */
  after: () => Promise<void>
}

function Trigger({ states, rules, after }: Known) {
  const text = useText()
  const uses = usesOfTrigger(rules)
  return (
    <Card {...namedAbove(text('ui.manualTrigger'))} note={text('manualTriggers.note')}>
      {!isUsed(uses) && (
        <Unused title={text('manualTriggers.unused')}>{text('manualTriggers.unused.next')}</Unused>
      )}
      <InputRow
        big
        name={text('ui.state')}
        active={states.manualTrigger}
        uses={uses}
        order={orderTrigger}
        after={after}
      />
      <ForAWhile after={after} />
    </Card>
  )
}

/** Those that rules use; the others are folded away. */
function Inputs({ states, rules, after }: Known) {
  const text = useText()
  const inputs = states.inputs.map((input) => ({ ...input, uses: usesOfInput(rules, input.port) }))
  const used = inputs.filter(({ uses }) => isUsed(uses))
  const rowOf = ({ port, active, uses }: (typeof inputs)[number]) => (
    <InputRow
      key={port}
      name={text('manualTriggers.input', { port })}
      active={active}
      uses={uses}
      order={(wanted) => orderInput(port, wanted)}
      after={after}
    />
  )
  return (
    <Card title={text('manualTriggers.inputs')} note={text('manualTriggers.inputs.note')}>
      {used.length === 0 && (
        <Unused title={text('manualTriggers.inputs.unused')}>
          {text('manualTriggers.inputs.unused.next')}
        </Unused>
      )}
      {used.map(rowOf)}
      {used.length < inputs.length && (
        <details className={styles['others']}>
          <summary>{text('manualTriggers.otherInputs')}</summary>
          <div className={styles['rows']}>
            {inputs.filter(({ uses }) => !isUsed(uses)).map(rowOf)}
          </div>
        </details>
      )}
    </Card>
  )
}

const orderTrigger = (active: boolean) =>
  device.call(switchManualTrigger, { action: `${MANUAL_TRIGGER_PORT}:${active ? '/' : '\\'}` })

function orderInput(port: number, active: boolean): Promise<unknown> {
  const input = { schemaversion: '1', port: String(port) }
  return active
    ? device.call(activateVirtualInput, input)
    : device.call(deactivateVirtualInput, input)
}

/** Where action rules are made, in the console around this page or behind it. */
const RULES = atSite('/webapp/hw/#/events')

function Unused({ title, children }: { title: string; children: ReactNode }) {
  const text = useText()
  return (
    <Notice
      title={title}
      action={
        <a href={RULES} target="_top">
          {text('ui.actionRules')}
        </a>
      }
    >
      {children}
    </Notice>
  )
}
