import type { BenchState } from '@lintel/contract/bench'
import type { ReaderAtFront } from '@lintel/contract/cards'
import type { FacePlate as Plate } from '@lintel/contract/products/product'
import type { DisplayContent } from '@lintel/contract/shown'
import { useText } from '@lintel/ui/i18n'
import type { CSSProperties, ReactNode } from 'react'
import { useBlocked } from './blocked.ts'
import { callStateOf } from './call-state.ts'
import type { CallState } from './call-state.ts'
import { Door, doorsOf, Lamp, lampsOf, useDoorName } from './door.tsx'
import type { DoorAtFront } from './door.tsx'
import styles from './face-plate.module.css'
import { Heat } from './heat.tsx'
import { useHappeningText } from './happening-text.ts'
import { useLastKnown } from './last-known.ts'
import { useRecent } from './recent.ts'
import type { Recent } from './recent.ts'
import { CallButton, Grille, Keypad, Lens, Reader, StatusLed } from './plate-parts.tsx'
import { lightAt } from './reader-light.ts'
import { Box, Horn, Round } from './plates.tsx'
import { isSounding } from './sounding.ts'
import { Screen } from './screen.tsx'

const DARK: DisplayContent = { state: 'off', title: '', subtitle: '', time: '' }
/** Lux below which it is night, and dusk. */
const NIGHT = 10
const DUSK = 400

interface Front extends Pick<
  BenchState,
  'product' | 'plate' | 'display' | 'power' | 'statusLight' | 'callButtonLit' | 'reader'
> {
  call: CallState
  sounds: boolean
  recent: Recent
}

/** The card in front of a reader, from 1. */
const cardAt = ({ card }: Recent, reader: number) => (card?.reader === reader ? card : undefined)

/**
 * The light on the wall: what somebody has set, or what the camera sees at the device's time of day.
 * By day it is as usual.
 */
function lightOf(state: BenchState): 'night' | 'dusk' | 'day' | undefined {
  const { world, plate, clockOffset, timeZone } = state
  const { lux } = world
  if (lux !== null) return lux < NIGHT ? 'night' : lux < DUSK ? 'dusk' : 'day'
  if (!plate.camera) return undefined
  const hour = ((Date.now() + clockOffset + (timeZone?.offset ?? 0)) / HOUR) % 24
  if (hour < 6 || hour >= 20) return 'night'
  return hour < 7 || hour >= 18.5 ? 'dusk' : undefined
}

const HOUR = 3_600_000

/**
 * The front of the product, in its own colours, beside the door. Its buttons can be pressed, and it
 * shows what the device does, whoever causes it. `reader`: as it last was, if the product has one.
 */
export function FacePlate({ state, reader }: { state: BenchState; reader: ReaderAtFront | null }) {
  const { plate, power, calls, world } = state
  const text = useText()
  const recent = useRecent(state.happened)
  const Form = FORMS[plate.form]
  const identifying = power && state.identifying
  const call = callStateOf(calls)
  // Doors stay as they are without power.
  const monitored = useLastKnown(state.device === 'running' ? state.doors : null) ?? []
  const doors = doorsOf({ ...state, doors: monitored }, recent)
  const lamps = lampsOf(state)
  const sounds = isSounding(state)
  const colours = {
    '--housing': plate.colour.housing,
    '--print': plate.colour.print,
  } as CSSProperties
  return (
    <section
      className={styles['wall']}
      data-light={lightOf(state)}
      data-dark={!power || undefined}
      data-heat={state.heat ?? undefined}
      aria-label={text('bench.plate')}
    >
      <Heat state={state.heat} degrees={world.temperature} />
      <div className={styles['scene']} data-form={plate.form}>
        <div
          className={styles['plate']}
          data-form={plate.form}
          data-identifying={identifying || undefined}
          style={colours}
        >
          <Form {...state} call={call} sounds={sounds} recent={recent} />
        </div>
        {doors.length + lamps.length > 0 && (
          <div className={styles['doors']}>
            {doors.map((door, index) => (
              <div key={door.port} className={styles['entrance']}>
                {reader && !plate.reader && index <= (reader.others?.length ?? 0) && (
                  <div className={styles['wired']}>
                    <Reader
                      small
                      light={lightAt(state.reader, index + 1)}
                      card={cardAt(recent, index + 1)}
                    />
                  </div>
                )}
                <Door door={door} />
              </div>
            ))}
            {lamps.map((terminal) => (
              <Lamp key={terminal.port} terminal={terminal} />
            ))}
          </div>
        )}
      </div>
      <Doing
        identifying={identifying}
        call={call}
        sounds={sounds}
        clip={state.sound?.name}
        doors={doors}
        told={recent.told}
      />
    </section>
  )
}

/** What the device does, in words. Sparingly, because screen readers say it. */
function Doing(props: {
  identifying: boolean
  call: CallState
  sounds: boolean
  /** The clip that the loudspeaker plays, if it is one. */
  clip: string | undefined
  doors: readonly DoorAtFront[]
  told: Recent['told']
}) {
  const { identifying, call, sounds, clip, doors, told } = props
  const text = useText()
  const textOf = useHappeningText()
  const nameOf = useDoorName()
  const blocked = useBlocked()
  const open = doors.filter((door) => door.open)
  const unlocked = doors.filter((door) => door.unlocked && !door.open)
  const namesOf = (some: readonly DoorAtFront[]) => ({
    count: some.length,
    names: some.map(nameOf).join(', '),
  })
  const doing = [
    blocked,
    identifying ? text('bench.identifying') : undefined,
    told && textOf(told),
    call && text(`bench.doing.${call}`),
    open.length > 0
      ? doors.length === 1
        ? text('bench.door.open')
        : text('bench.doors.open', namesOf(open))
      : undefined,
    unlocked.length > 0 ? text('bench.doors.unlocked', namesOf(unlocked)) : undefined,
    clip === undefined ? undefined : text('bench.doing.plays', { name: clip }),
    sounds ? text('bench.doing.sounds') : undefined,
  ].find((one) => one !== undefined)
  return (
    <output className={styles['doing']} data-blocked={blocked !== undefined || undefined}>
      {doing}
    </output>
  )
}

/** A door station, from the lens down to the call button. */
function Station(front: Front) {
  const { product, plate, display, power, statusLight, callButtonLit, call, sounds } = front
  const { camera, speaker, keypad, reader, callButton } = plate
  const { key, card } = front.recent
  const light = front.reader
  const button = callButton && <CallButton lit={callButtonLit} call={call} pressed={key} />
  return (
    <>
      {camera && <Lens />}
      {plate.display ? (
        <>
          <Screen display={power ? display : DARK} />
          {keypad && <Keypad pressed={key} />}
          <div className={styles['foot']}>
            <span>{reader && <Reader small light={light} card={card} />}</span>
            {button}
            <span>{speaker && <Grille small sounds={sounds} />}</span>
          </div>
        </>
      ) : (
        <>
          {speaker && <Grille sounds={sounds} />}
          {keypad && <Keypad pressed={key} />}
          {reader && <Reader light={light} card={card} />}
          {button}
        </>
      )}
      <span className={styles['number']}>
        <StatusLed light={statusLight} />
        {product}
      </span>
    </>
  )
}

const FORMS: Record<Plate['form'], (front: Front) => ReactNode> = {
  tall: Station,
  compact: Station,
  horn: Horn,
  round: Round,
  box: Box,
}
