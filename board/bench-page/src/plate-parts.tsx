import { pressKey } from '@lintel/contract/bench'
import type { ReaderAtFront } from '@lintel/contract/cards'
import type { StatusLight } from '@lintel/contract/shown'
import type { CallAtFront } from '@lintel/contract/wire'
import { useText } from '@lintel/ui/i18n'
import { Check, Nfc, X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useBlocked } from './blocked.ts'
import { useCommand } from './command.ts'
import type { Moments } from './moments.ts'
import styles from './plate-parts.module.css'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const

export function Lens() {
  return <div className={styles['lens']} />
}

/** What comes out of the loudspeaker. */
export function Waves() {
  return (
    <svg className={styles['waves']} viewBox="0 0 120 120" aria-hidden="true">
      <circle cx="60" cy="60" r="26" />
      <circle cx="60" cy="60" r="40" />
      <circle cx="60" cy="60" r="54" />
    </svg>
  )
}

/** `sounds`: whether something is to be heard from behind it. */
export function Grille({ small = false, sounds }: { small?: boolean; sounds: boolean }) {
  return (
    <div className={styles['speaker']}>
      <div
        className={styles['grille']}
        data-small={small || undefined}
        data-sounds={sounds || undefined}
      />
      {sounds && <Waves />}
    </div>
  )
}

/** Two names in turn for the same animation, so that each press begins it anew. */
const beat = (turn: number) => (turn % 2 === 0 ? 'even' : 'odd')

/** What has just been pressed. */
export type Pressed = { key: string; turn: number } | undefined

export function Keypad({ pressed }: { pressed: Pressed }) {
  const text = useText()
  const blocked = useBlocked()
  const [press] = useCommand(pressKey)
  return (
    <fieldset
      className={styles['keys']}
      aria-label={text('bench.keypad')}
      disabled={blocked !== undefined}
      title={blocked}
    >
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          data-pressed={pressed?.key === key ? beat(pressed.turn) : undefined}
          aria-label={text('bench.key', { key })}
          onClick={() => void press({ key })}
        >
          {key}
        </button>
      ))}
    </fieldset>
  )
}

/** What the call button is about: the device calls somebody, is called, or people talk. */
export type Ringing = CallAtFront['state'] | undefined

/** `lit`: the light around it. */
export function CallButton(props: { lit: boolean; ringing: Ringing; pressed: Pressed }) {
  const { lit, ringing, pressed } = props
  const text = useText()
  const blocked = useBlocked()
  const [press] = useCommand(pressKey)
  return (
    <button
      type="button"
      className={styles['ring']}
      data-lit={lit || undefined}
      data-call={lit ? ringing : undefined}
      data-pressed={pressed?.key === 'callButton' ? beat(pressed.turn) : undefined}
      disabled={blocked !== undefined}
      title={blocked}
      onClick={() => void press({ key: 'callButton' })}
    >
      {text('bench.ring')}
    </button>
  )
}

/** The status light; null while it is dark. */
export function StatusLed({ light }: { light: StatusLight | null }) {
  const text = useText()
  const colour = text(`bench.reader.colour.${light ? NAMES[light.colour] : 'Off'}`)
  const flashes = light !== null && light.interval !== null
  const state = flashes
    ? text('bench.reader.blinks', { one: colour, other: text('bench.reader.colour.Off') })
    : colour
  return (
    <span
      className={styles['led']}
      data-colour={light?.colour}
      data-flashes={flashes || undefined}
      style={{ '--interval': `${light?.interval ?? 0}ms` } as CSSProperties}
    >
      <span className="sr-only">{text('bench.statusLight', { state })}</span>
    </span>
  )
}

const NAMES = { green: 'Green', amber: 'Amber', red: 'Red' } as const

/** Where cards are presented; a small one shows its name to screen readers only. */
export function Reader(props: {
  small?: boolean
  light: Pick<ReaderAtFront, 'colour' | 'blinksWith' | 'beeps'> | null
  card: Moments['card']
}) {
  const { small = false, light, card } = props
  const text = useText()
  return (
    <p className={styles['reader']} data-small={small || undefined}>
      <span className={styles['field']}>
        <Nfc size={small ? 26 : 18} aria-hidden="true" />
        {card && <Card key={card.turn} accepted={card.accepted} />}
      </span>
      <span
        className={styles['lamp']}
        data-colour={light?.colour}
        data-with={light?.blinksWith ?? undefined}
        data-beeps={light?.beeps || undefined}
        aria-hidden="true"
      />
      <span className={small ? 'sr-only' : undefined}>{text('bench.reader')}</span>
    </p>
  )
}

/** A card that swings to the reader, in the colour of its answer. */
function Card({ accepted }: { accepted: boolean }) {
  return (
    <span className={styles['card']} data-accepted={accepted || undefined} aria-hidden="true">
      {accepted ? <Check size={18} strokeWidth={3} /> : <X size={18} strokeWidth={3} />}
    </span>
  )
}
