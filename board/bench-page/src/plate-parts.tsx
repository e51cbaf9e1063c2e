import { pressKey } from '@lintel/contract/bench'
import type { DisplayContent } from '@lintel/contract/wire'
import { useText } from '@lintel/ui/i18n'
import { Nfc } from 'lucide-react'
import { useCommand } from './command.ts'
import styles from './plate-parts.module.css'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const

export function Lens() {
  return <div className={styles['lens']} />
}

export function Grille() {
  return <div className={styles['grille']} />
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

/** `lit`: the light around it, which the device switches on when it runs. */
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

export function Reader() {
  const text = useText()
  return (
    <p className={styles['reader']}>
      <Nfc size={18} aria-hidden="true" />
      {text('bench.reader')}
    </p>
  )
}

/** A horn seen from where its sound goes. */
export function Horn({ product }: { product: string }) {
  return (
    <>
      <div className={styles['horn']}>
        <div className={styles['throat']} />
      </div>
      <div className={styles['bracket']}>{product}</div>
    </>
  )
}

/** A speaker under its grille, with the light that finds it. */
export function Round({ power }: { power: boolean }) {
  return (
    <div className={styles['round']}>
      <i className={styles['lamp']} data-lit={power || undefined} />
    </div>
  )
}

/** A control box: its lights and its terminals. */
export function Box(props: { product: string; power: boolean; ready: boolean }) {
  const { product, power, ready } = props
  return (
    <>
      <div className={styles['terminals']} />
      <div className={styles['panel']}>
        <b>{product}</b>
        <span className={styles['lamps']}>
          <i className={styles['lamp']} data-lit={power || undefined} />
          <i className={styles['lamp']} data-lit={ready || undefined} />
        </span>
      </div>
      <div className={styles['terminals']} />
    </>
  )
}

export function Screen({ display }: { display: DisplayContent }) {
  const text = useText()
  const { state, title, subtitle, time } = display
  return (
    <section className={styles['screen']} data-state={state} aria-label={text('bench.screen')}>
      {state === 'off' && <span className="sr-only">{text('bench.screen.off')}</span>}
      {state === 'starting' && (
        <>
          <span className={styles['dots']} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span>{title === '' ? text('bench.screen.starting') : title}</span>
        </>
      )}
      {state === 'on' && (
        <>
          <b>{title}</b>
          <span className={styles['subtitle']}>{subtitle}</span>
          <span>{time}</span>
        </>
      )}
    </section>
  )
}
