import { pressKey } from '@lintel/contract/bench'
import type { ReaderAtFront } from '@lintel/contract/cards'
import type { StatusLight } from '@lintel/contract/shown'
import { useText } from '@lintel/ui/i18n'
import { Check, Nfc, X } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useBlocked } from './blocked.ts'
import type { CallState } from './call-state.ts'
import { useCommand } from './command.ts'
import type { Recent } from './recent.ts'
import styles from './plate-parts.module.css'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const

export function Lens() {
  return <div className={styles['lens']} />
}

/** The sound that comes out of a loudspeaker. */
export function Waves() {
  return (
    <svg className={styles['waves']} viewBox="0 0 120 120" aria-hidden="true">
      <circle cx="60" cy="60" r="26" />
      <circle cx="60" cy="60" r="40" />
      <circle cx="60" cy="60" r="54" />
    </svg>
  )
}

/** `sounds`: whether the loudspeaker behind it plays. */
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

/** Two names in turn for one animation, so that each press starts it again. */
const animationOf = (turn: number) => (turn % 2 === 0 ? 'even' : 'odd')

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
          data-pressed={pressed?.key === key ? animationOf(pressed.turn) : undefined}
          aria-label={text('bench.key', { key })}
          onClick={() => void press({ key })}
        >
          {key}
        </button>
      ))}
    </fieldset>
  )
}

/** Its light (`lit`) shows what the call is doing. */
export function CallButton(props: { lit: boolean; call: CallState; pressed: Pressed }) {
  const { lit, call, pressed } = props
  const text = useText()
  const blocked = useBlocked()
  const [press] = useCommand(pressKey)
  return (
    <button
      type="button"
      className={styles['ring']}
      data-lit={lit || undefined}
      data-call={lit ? call : undefined}
      data-pressed={pressed?.key === 'callButton' ? animationOf(pressed.turn) : undefined}
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
  card: Recent['card']
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

/** A card that swings to the reader: green if accepted, red if not. */
function Card({ accepted }: { accepted: boolean }) {
  return (
    <span className={styles['card']} data-accepted={accepted || undefined} aria-hidden="true">
      {accepted ? <Check size={18} strokeWidth={3} /> : <X size={18} strokeWidth={3} />}
    </span>
  )
}
