import { Button } from '@lintel/ui/button'
import { Chip } from '@lintel/ui/chip'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { Power } from 'lucide-react'
import { useState } from 'react'
import { connection } from '../../app/device.ts'
import { useReachable } from '../../app/events/use-reachable.ts'
import { useParameterValues } from '../../app/queries.ts'
import { useStore } from '@lintel/ui/store'
import { GONE_RETRY, OUTPUT_PRESSED } from '../../app/timing.ts'
import { wait } from '../../app/wait.ts'
import { portsIn } from '../io-ports/ports.ts'
import type { IoPort } from '../io-ports/ports.ts'
import { mayBeDone, portStateQuery, pressPort } from '../io-ports/port-state.ts'
import styles from './output-buttons.module.css'

/** A button for each of these outputs, for example to open the door. A §3 I/O port. */
export function OutputButtons({ numbers }: { numbers: readonly number[] }) {
  const text = useText()
  const ports = portsIn(useParameterValues()).filter(({ number }) => numbers.includes(number))
  return (
    <section className={styles['outputs']} aria-label={text('overview.outputs')}>
      {ports.map((port) => (
        <OutputButton key={port.id} port={port} />
      ))}
    </section>
  )
}

/** The outcome of a press. */
interface Outcome {
  kind: 'done' | 'failed'
  message: string
}

function OutputButton({ port }: { port: IoPort }) {
  const { name } = port
  const text = useText()
  const done = useDoneText()
  const faultText = useFaultText()
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const gone = useStore(connection.gone)

  async function press() {
    setBusy(true)
    setOutcome(undefined)
    // The second click of a double-click finds it busy: it would undo the first one.
    const guard = wait(OUTPUT_PRESSED)
    try {
      const result = await pressPort(port)
      setOutcome({ kind: 'done', message: done(port, result) })
    } catch (fault) {
      const message = mayBeDone(fault)
        ? text('overview.output.unknown')
        : text('overview.output.failed', { because: faultText(fault) })
      setOutcome({ kind: 'failed', message })
    }
    await guard
    setBusy(false)
  }

  return (
    <div className={styles['output']}>
      <div className={styles['line']}>
        <Button
          kind="primary"
          busy={busy}
          disabled={gone}
          icon={<Power size={16} aria-hidden="true" />}
          onClick={() => void press()}
        >
          {name}
        </Button>
        <OutputState port={port} />
      </div>
      <output className={styles['done']}>{outcome?.kind === 'done' && outcome.message}</output>
      {outcome?.kind === 'failed' && (
        <p role="alert" className={styles['failed']}>
          {outcome.message}
        </p>
      )}
    </div>
  )
}

/** The output's state; unknown while the device is unreachable. */
function OutputState({ port }: { port: IoPort }) {
  const text = useText()
  const { data: active, isError } = useQuery({
    ...portStateQuery(port),
    // The device only announces changes, so a failed read is repeated.
    refetchInterval: ({ state }) => state.status === 'error' && GONE_RETRY,
  })
  const known = useReachable() && active !== undefined && !isError
  const state = known ? (active ? 'active' : 'inactive') : 'unknown'
  return (
    <output aria-label={text('ui.stateOf', { name: port.name })}>
      <Chip status={state === 'active' ? 'ok' : 'neutral'}>
        {text(`overview.output.is.${state}`)}
      </Chip>
    </output>
  )
}

/**
 * The effect of a press: at once or after the output's delay, for a while or until the next one.
 */
function useDoneText() {
  const text = useText()
  return (port: IoPort, { active, pulse }: { active: boolean; pulse?: number }): string => {
    if (!active) return text('overview.output.switchedOff')
    const delay = port.delayTime / 1000
    const seconds = (pulse ?? 0) / 1000
    if (pulse === undefined) return text('overview.output.switchedOn', { delay })
    return text('overview.output.pulsed', { delay, seconds })
  }
}
