import { openingTime, opensDoor } from '@lintel/contract/doors'
import { Button } from '@lintel/ui/button'
import { Chip } from '@lintel/ui/chip'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { I18n, useLanguage, useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { Power } from 'lucide-react'
import { useId, useState } from 'react'
import { connection } from '../../app/device.ts'
import { useReachable } from '../../app/events/use-reachable.ts'
import { useParameterValues } from '../../app/queries.ts'
import { useStore } from '@lintel/ui/store'
import { GONE_RETRY, OUTPUT_PRESSED } from '../../app/timing.ts'
import { wait } from '../../app/wait.ts'
import { portsIn, pressOf } from '../io-ports/ports.ts'
import type { IoPort } from '../io-ports/ports.ts'
import { mayBeDone, portStateQuery, pressPort } from '../io-ports/port-state.ts'
import styles from './output-buttons.module.css'
import { useTileMessages } from './tiles/tile-messages.ts'

/** A button for each of these outputs, for example to open the door. A §3 I/O port. */
export function OutputButtons({ numbers }: { numbers: readonly number[] }) {
  const text = useText()
  const ports = portsIn(useParameterValues()).filter(({ number }) => numbers.includes(number))
  // Doors are called here what the tiles call them.
  const messages = useTileMessages(useLanguage())
  if (!messages) return null
  return (
    <I18n catalogues={[messages]}>
      <section className={styles['outputs']} aria-label={text('overview.outputs')}>
        {ports.map((port) => (
          <OutputButton key={port.id} port={port} />
        ))}
      </section>
    </I18n>
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
  const does = useId()
  const active = useActive(port)
  const [asking, setAsking] = useState(false)
  const leavesUnlocked =
    opensDoor(port) && active !== true && pressOf(port, false).pulse === undefined

  /** @param from what to take for the present state; by default the state that the device reports */
  async function press(from?: boolean) {
    setBusy(true)
    setOutcome(undefined)
    // The second click of a double-click finds it busy: it would undo the first one.
    const guard = wait(OUTPUT_PRESSED)
    try {
      const result = await pressPort(port, from)
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
          aria-describedby={does}
          icon={<Power size={16} aria-hidden="true" />}
          onClick={() => (leavesUnlocked ? setAsking(true) : void press())}
        >
          {name}
        </Button>
        <OutputState port={port} active={active} />
      </div>
      <small id={does} className={styles['done']}>
        {opensDoor(port) && active !== undefined && <DoorAction port={port} active={active} />}
      </small>
      <output className={styles['done']}>{outcome?.kind === 'done' && outcome.message}</output>
      {outcome?.kind === 'failed' && (
        <p role="alert" className={styles['failed']}>
          {outcome.message}
        </p>
      )}
      <ConfirmDialog
        open={asking}
        title={text('tiles.doors.keepTitle', { name })}
        body={text('tiles.doors.keepBody', { seconds: openingTime(port) / 1000 })}
        confirm={text('tiles.doors.keep')}
        onConfirm={() => {
          setAsking(false)
          void press(false)
        }}
        onClose={() => setAsking(false)}
      />
    </div>
  )
}

/** Whether the output is active; while the device is unreachable, as it reported last. */
function useActive(port: IoPort): boolean | undefined {
  const { data: active, isError } = useQuery({
    ...portStateQuery(port),
    // The device only announces changes, so a failed read is repeated.
    refetchInterval: ({ state }) => state.status === 'error' && GONE_RETRY,
  })
  return useReachable() && isError ? undefined : active
}

/** The output's state. A door is locked or unlocked, as on its tile. */
function OutputState({ port, active }: { port: IoPort; active: boolean | undefined }) {
  const text = useText()
  const isDoor = opensDoor(port)
  return (
    <output aria-label={text('ui.stateOf', { name: port.name })}>
      <Chip status={active ? 'ok' : 'neutral'}>
        {active === undefined
          ? text('overview.output.is.unknown')
          : isDoor
            ? text(`tiles.doors.${active ? 'unlocked' : 'locked'}`)
            : text(`overview.output.is.${active ? 'active' : 'inactive'}`)}
      </Chip>
    </output>
  )
}

/** What a press will do to the door. */
function DoorAction({ port, active: isOpen }: { port: IoPort; active: boolean }) {
  const text = useText()
  const { active, pulse } = pressOf(port, isOpen)
  if (!active) return text('tiles.doors.lock')
  if (pulse === undefined) return text('tiles.doors.unlock')
  return text('tiles.doors.open', { seconds: pulse / 1000 })
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
