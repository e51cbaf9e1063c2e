import { pressKey, touchDisplay } from '@lintel/contract/bench'
import type { DisplayButton, DisplayContent } from '@lintel/contract/wire'
import { useText } from '@lintel/ui/i18n'
import { Building2, ChevronLeft, ChevronRight, CornerUpLeft, Nfc, User, Users } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
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

export function Screen({ display }: { display: DisplayContent }) {
  const text = useText()
  const [press] = useCommand(pressKey)
  const { state, title, subtitle, time, buttons = [] } = display
  return (
    <section
      className={styles['screen']}
      data-state={state}
      data-list={buttons.length > 0 || undefined}
      aria-label={text('bench.screen')}
    >
      {state === 'off' && <span className="sr-only">{text('bench.screen.off')}</span>}
      {state === 'asleep' && (
        <button
          type="button"
          className={styles['wake']}
          onClick={() => void press({ key: 'display' })}
        >
          {text('bench.screen.asleep')}
        </button>
      )}
      {state === 'starting' && (
        <>
          <span className={styles['dots']} aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          <span>{title === '' ? text('bench.device.starting') : title}</span>
        </>
      )}
      {state === 'on' && (
        <>
          <b dir="auto">{title}</b>
          <span className={styles['subtitle']} dir="auto">
            {subtitle}
          </span>
          <span>{time}</span>
          {buttons.length > 0 && <Directory buttons={buttons} />}
        </>
      )}
    </section>
  )
}

const ICONS: Record<DisplayButton['kind'], LucideIcon> = {
  contact: User,
  callGroup: Users,
  organisation: Building2,
  back: CornerUpLeft,
  previous: ChevronLeft,
  next: ChevronRight,
}

const isEntry = ({ kind }: DisplayButton) =>
  kind === 'contact' || kind === 'callGroup' || kind === 'organisation'

/** Whom visitors can choose, and below it what leads to others. */
function Directory({ buttons }: { buttons: readonly DisplayButton[] }) {
  const [touch] = useCommand(touchDisplay)
  const keys = (those: readonly DisplayButton[], labelled: boolean) =>
    those.map(({ id, label, kind }) => {
      const Icon = ICONS[kind]
      return (
        <button
          key={id}
          type="button"
          title={label}
          aria-label={labelled ? undefined : label}
          onClick={() => void touch({ button: id })}
        >
          <Icon size={16} aria-hidden="true" />
          {labelled && <bdi>{label}</bdi>}
        </button>
      )
    })
  return (
    <>
      <div className={styles['entries']}>{keys(buttons.filter(isEntry), true)}</div>
      <div className={styles['turning']}>
        {keys(
          buttons.filter((one) => !isEntry(one)),
          false,
        )}
      </div>
    </>
  )
}
