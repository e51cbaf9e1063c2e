import { pressKey } from '@lintel/contract/bench'
import type { StatusLight } from '@lintel/contract/shown'
import { useText } from '@lintel/ui/i18n'
import { Nfc } from 'lucide-react'
import type { CSSProperties } from 'react'
import { useCommand } from './command.ts'
import styles from './plate-parts.module.css'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const

export function Lens() {
  return <div className={styles['lens']} />
}

export function Grille({ small = false }: { small?: boolean }) {
  return <div className={styles['grille']} data-small={small || undefined} />
}

export function Keypad() {
  const text = useText()
  const [press] = useCommand(pressKey)
  return (
    <fieldset className={styles['keys']} aria-label={text('bench.keypad')}>
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          aria-label={text('bench.key', { key })}
          onClick={() => void press({ key })}
        >
          {key}
        </button>
      ))}
    </fieldset>
  )
}

/** `lit`: the light around it. */
export function CallButton({ lit }: { lit: boolean }) {
  const text = useText()
  const [press] = useCommand(pressKey)
  return (
    <button
      type="button"
      className={styles['ring']}
      data-lit={lit || undefined}
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
export function Reader({ small = false }: { small?: boolean }) {
  const text = useText()
  return (
    <p className={styles['reader']}>
      <Nfc size={small ? 26 : 18} aria-hidden="true" />
      <span className={small ? 'sr-only' : undefined}>{text('bench.reader')}</span>
    </p>
  )
}
