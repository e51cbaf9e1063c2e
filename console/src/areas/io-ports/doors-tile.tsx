import { TOPICS } from '@lintel/contract/events'
import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { useStore } from '@lintel/ui/store'
import { DoorOpen, Lock } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useNow } from '../../app/clock/use-now.ts'
import { connection } from '../../app/device.ts'
import { onEvents } from '../../app/events/live.ts'
import { useParameterValues } from '../../app/queries.ts'
import { role } from '../../app/session/me.ts'
import { TileView } from '../overview/tiles/tile-view.tsx'
import { doorsIn, openingOf } from './doors.ts'
import styles from './doors-tile.module.css'
import { actionOf } from './ports.ts'
import type { IoPort } from './ports.ts'
import { useDoorMonitors } from './use-door-monitors.ts'
import type { DoorMonitor } from './use-door-monitors.ts'
import { useOrder } from './use-order.ts'
import { usePortStates } from './use-port-states.ts'

/** The doors: whether they are unlocked, and a button that opens them. */
export function DoorsTile() {
  const doors = doorsIn(useParameterValues())
  const { query, stateOf, isOld } = usePortStates(doors)
  const monitors = useDoorMonitors()
  return (
    <TileView query={query} shape="doors">
      {() => (
        <ul className={styles['doors']} data-single={doors.length === 1 || undefined}>
          {doors.map((door, index) => (
            <Door
              key={door.id}
              door={door}
              state={stateOf(door)}
              isOld={isOld}
              monitor={monitors.get(index + 1)}
            />
          ))}
        </ul>
      )}
    </TileView>
  )
}

function Door(props: {
  door: IoPort
  state: boolean | undefined
  /** The state may have changed unseen. */
  isOld: boolean
  monitor: DoorMonitor | undefined
}) {
  const { door, state, isOld, monitor } = props
  const text = useText()
  const id = useId()
  const { busy, failure, order } = useOrder()
  const gone = useStore(connection.gone)
  const remaining = useRemaining(door, isOld ? undefined : state)
  const mayOpen = role() !== 'viewer'
  const seconds = openingOf(door).open / 1000

  const opened = useEffectEvent(() => remaining.opened())
  useEffect(
    () =>
      onEvents([TOPICS.access], (data) => {
        // A door controller opens it for as long as this tile does.
        if (data['AccessGranted'] === 'true' && data['AccessPoint'] === door.name) opened()
      }),
    [door.name],
  )

  async function open() {
    remaining.opened()
    if (!(await order(openingOf(door).action))) remaining.forget()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- it is a group in a list
    <li className={styles['door']}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not a fieldset: nothing is filled in */}
      <div role="group" aria-labelledby={id} className={styles['group']}>
        <PaintedDoor
          stands={standsOf(state, monitor)}
          alarm={state !== undefined && ALARMS.has(monitor?.alarm ?? '')}
        />
        <div className={styles['name']}>
          <b id={id}>{door.name}</b>
          <span className={styles['state']} data-state={state ?? 'unknown'}>
            <output>
              {state === undefined
                ? text('ui.unknown')
                : text(state ? 'tiles.doors.unlocked' : 'tiles.doors.locked')}
            </output>
            {state !== undefined && <Monitored monitor={monitor} />}
            {remaining.known && (
              <Countdown
                key={remaining.turn}
                seconds={remaining.seconds}
                onOver={() => remaining.forget()}
              />
            )}
          </span>
        </div>
        {mayOpen && (
          <div className={styles['action']}>
            {state === true && !remaining.known ? (
              <Button
                busy={busy}
                disabled={gone}
                icon={<Lock size={16} aria-hidden="true" />}
                onClick={() => void order(actionOf(door, false))}
              >
                {text('tiles.doors.lock')}
              </Button>
            ) : (
              <Button
                kind="primary"
                busy={busy}
                disabled={gone}
                icon={<DoorOpen size={16} aria-hidden="true" />}
                onClick={() => void open()}
              >
                {text('tiles.doors.open', { seconds })}
              </Button>
            )}
          </div>
        )}
      </div>
      {failure !== undefined && (
        <p role="alert" className={styles['failed']}>
          {failure}
        </p>
      )}
    </li>
  )
}

/** Whether it is open, as its monitor tells, and what is wrong about that. */
function Monitored({ monitor }: { monitor: DoorMonitor | undefined }) {
  const text = useText()
  const alarm = ALARMS.get(monitor?.alarm ?? '')
  return (
    <output className={styles['monitored']} data-alarm={alarm !== undefined || undefined}>
      {alarm !== undefined
        ? text(`tiles.doors.${alarm}`)
        : monitor?.open === true && text('tiles.doors.stands')}
    </output>
  )
}

const ALARMS = new Map([
  ['DoorForcedOpen', 'forced'],
  ['DoorOpenTooLong', 'held'],
] as const satisfies [string, string][]) as ReadonlyMap<string, 'forced' | 'held'>

/**
 * How long a door stays open, where that is known: after a press here, or if an output with a pulse of
 * its own became active while this tile was following it.
 */
function useRemaining(door: IoPort, active: boolean | undefined) {
  const { open } = openingOf(door)
  const [turn, setTurn] = useState(0)
  const [pressed, setPressed] = useState(false)
  const [seenLocked, setSeenLocked] = useState(active === false)
  // While the state is unknown, a pulse may begin or end unseen.
  if (active === undefined && pressed) setPressed(false)
  if (active !== true && seenLocked !== (active === false)) setSeenLocked(active === false)
  useEffect(() => {
    // The press is over once the door is locked again.
    if (active !== true) return undefined
    return () => setPressed(false)
  }, [active])
  const pulses = door.mode === 'monostable' && door.pulseTime > 0
  return {
    known: active === true && (pressed || (pulses && seenLocked)),
    seconds: open / 1000,
    turn,
    opened() {
      setPressed(true)
      setTurn((last) => last + 1)
    },
    forget() {
      setPressed(false)
      setSeenLocked(false)
    },
  }
}

/** A door that is still open this many milliseconds after its time was opened by another client. Own design. */
const OVERDUE = 2_000

/** How long the door stays open, as a bar and in words. */
function Countdown({ seconds, onOver }: { seconds: number; onOver: () => void }) {
  const text = useText()
  const now = useNow()
  const [start] = useState(now)
  const isOver = now - start > seconds * 1000 + OVERDUE
  const latest = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) latest()
  }, [isOver])
  const left = Math.max(0, Math.ceil(seconds - (now - start) / 1000))
  return (
    <>
      <span className={styles['left']}>{text('tiles.doors.left', { seconds: left })}</span>
      <span className={styles['bar']} aria-hidden="true">
        <i style={{ animationDuration: `${seconds}s` }} />
      </span>
    </>
  )
}

type Stands = 'open' | 'ajar' | 'closed' | 'unknown'

/** How a door is drawn. Without a monitor, one that is unlocked counts as open. */
function standsOf(unlocked: boolean | undefined, monitor: DoorMonitor | undefined): Stands {
  if (unlocked === undefined) return 'unknown'
  const isOpen = monitor?.open ?? unlocked
  if (isOpen) return 'open'
  return unlocked ? 'ajar' : 'closed'
}

/** A drawing of the door; one that has an alarm is red. */
function PaintedDoor({ stands, alarm }: { stands: Stands; alarm: boolean }) {
  return (
    <svg
      className={styles['painted']}
      data-stands={stands}
      data-alarm={alarm || undefined}
      viewBox="0 0 44 60"
      aria-hidden="true"
    >
      <path className={styles['light']} d="M7 6h30v50H7z" />
      <g className={styles['leaf']}>
        <path className={styles['wood']} d="M7 6h30v50H7z" />
        <path className={styles['panel']} d="M12 11h20v14H12zM12 30h20v20H12z" />
        <circle className={styles['handle']} cx="33" cy="32" r="1.8" />
      </g>
      <path className={styles['frame']} d="M5 58V4h34v54M2 58h40" />
    </svg>
  )
}
