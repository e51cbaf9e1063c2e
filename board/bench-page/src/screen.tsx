import { pressKey } from '@lintel/contract/bench'
import { searchDisplay, touchDisplay } from '@lintel/contract/bench-display'
import type { KeypadKey } from '@lintel/contract/wire'
import type { DisplayButton, DisplayContent } from '@lintel/contract/shown'
import { useText } from '@lintel/ui/i18n'
import {
  BookUser,
  Building2,
  ChevronLeft,
  ChevronRight,
  ConciergeBell,
  CornerUpLeft,
  Grip,
  Phone,
  PhoneOff,
  Search,
  User,
  Users,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useCommand } from './command.ts'
import styles from './screen.module.css'

/** The display of a door station, as visitors see and touch it. */
export function Screen({ display }: { display: DisplayContent }) {
  const text = useText()
  const { state, title, screen, language } = display
  const focus = useKeptFocus()
  return (
    <section
      {...focus}
      className={styles['screen']}
      data-state={state}
      data-screen={screen}
      lang={language}
      aria-label={text('bench.screen')}
    >
      {state === 'off' && <span className="sr-only">{text('bench.screen.off')}</span>}
      {state === 'asleep' && <Asleep />}
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
      {state === 'on' && <Shown display={display} />}
    </section>
  )
}

/**
 * For what people operate with the keyboard: when the control that has the focus goes away, as each
 * screen replaces the one before, the whole gets the focus instead of the page.
 */
function useKeptFocus() {
  const ref = useRef<HTMLElement>(null)
  const isInside = useRef(false)
  useEffect(() => {
    if (isInside.current && document.activeElement === document.body) ref.current?.focus()
  })
  return {
    ref,
    tabIndex: -1,
    onFocus: () => void (isInside.current = true),
    onBlur: () => void (isInside.current = false),
  }
}

/** The whole glass wakes it. */
function Asleep() {
  const text = useText()
  const [press] = useCommand(pressKey)
  return (
    <button type="button" className={styles['wake']} onClick={() => void press({ key: 'display' })}>
      {text('bench.screen.asleep')}
    </button>
  )
}

/** How many characters of title and subtitle there is room for in large letters. */
const ROOMY = 60

/** The display as it is, which can't be touched there. */
export function ScreenPicture({ display }: { display: DisplayContent }) {
  const { state, screen, language } = display
  return (
    <div className={styles['screen']} data-state={state} data-screen={screen} lang={language} inert>
      {state === 'on' && <Shown display={display} />}
    </div>
  )
}

/** What is on it while it is on. */
function Shown({ display }: { display: DisplayContent }) {
  const { title, subtitle, time, image, search, keys, screen, buttons = [] } = display
  return (
    <>
      <span className={styles['time']}>{time}</span>
      <div
        className={styles['texts']}
        data-long={title.length + subtitle.length > ROOMY || undefined}
        aria-live="polite"
      >
        {image === undefined && (
          <>
            <b dir="auto">{title}</b>
            <span className={styles['subtitle']} dir="auto">
              {subtitle}
            </span>
          </>
        )}
      </div>
      {image !== undefined && <Logo key={image} hash={image} />}
      {search && <SearchBox label={search.label} found={search.text} />}
      {screen === 'keypad' && <PinPad count={keys ?? 0} />}
      {screen !== 'keypad' && keys !== undefined && <Echo count={keys} />}
      {buttons.length > 0 && <Buttons buttons={buttons} />}
    </>
  )
}

/** The welcome image, as the device has it. */
function Logo({ hash }: { hash: string }) {
  const text = useText()
  return (
    <img
      className={styles['logo']}
      src={`/bench/welcome-image?hash=${hash.slice(0, 16)}`}
      alt={text('bench.screen.logo')}
    />
  )
}

/**
 * Where visitors type a name. What they type goes to the display; what the display makes of it comes
 * back with the list.
 * @param found what the list was searched for
 */
function SearchBox({ label, found }: { label: string; found: string }) {
  /** Undefined while nobody types here, but perhaps in another window. */
  const [typed, setTyped] = useState<string>()
  const [search] = useCommand(searchDisplay)
  const latest = useRef('')
  const sending = useRef<Promise<unknown>>(Promise.resolve())
  const [before, setBefore] = useState(found)
  if (found !== before) {
    setBefore(found)
    // The display itself ends a search.
    if (found === '') setTyped(undefined)
  }

  /** One at a time, because requests can overtake each other. */
  function send(text: string): void {
    setTyped(text)
    latest.current = text
    sending.current = sending.current.then(() =>
      text === latest.current ? search({ text }) : undefined,
    )
  }

  return (
    <label className={styles['search']}>
      <Search size={14} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed ?? found}
        maxLength={64}
        autoComplete="off"
        onChange={({ target }) => send(target.value)}
        onBlur={() => setTyped(undefined)}
      />
    </label>
  )
}

const PAD = [
  '1',
  '2',
  '3',
  '4',
  '5',
  '6',
  '7',
  '8',
  '9',
  '*',
  '0',
  '#',
] as const satisfies readonly KeypadKey[]

/** What was typed on the keypad below the display: how many keys, not which. */
function Echo({ count }: { count: number }) {
  return (
    <div className={styles['echo']}>
      <Typed count={count} />
    </div>
  )
}

function Typed({ count }: { count: number }) {
  const text = useText()
  return (
    <output className={styles['pin']}>
      <span aria-hidden="true">{'•'.repeat(Math.min(count, 12))}</span>
      <span className="sr-only">{text('bench.screen.keys', { count })}</span>
    </output>
  )
}

/** The keypad on the display, for PINs. It shows how many keys were entered, not which. */
function PinPad({ count }: { count: number }) {
  const text = useText()
  const [press] = useCommand(pressKey)
  return (
    <>
      <Typed count={count} />
      <div className={styles['pad']}>
        {PAD.map((key) => (
          <button
            key={key}
            type="button"
            aria-label={text('bench.screen.key', { key })}
            onClick={() => void press({ key })}
          >
            {key}
          </button>
        ))}
      </div>
    </>
  )
}

const ICONS: Record<DisplayButton['kind'], LucideIcon> = {
  contact: User,
  callGroup: Users,
  reception: ConciergeBell,
  organisation: Building2,
  contacts: BookUser,
  keypad: Grip,
  answer: Phone,
  end: PhoneOff,
  back: CornerUpLeft,
  previous: ChevronLeft,
  next: ChevronRight,
}

const TURNING: readonly DisplayButton['kind'][] = ['back', 'previous', 'next']

/** Whom visitors can choose and what they can do, and below it what leads to others. */
function Buttons({ buttons }: { buttons: readonly DisplayButton[] }) {
  const [touch] = useCommand(touchDisplay)
  const keys = (those: readonly DisplayButton[], labelled: boolean) =>
    those.map(({ id, label, kind }) => {
      const Icon = ICONS[kind]
      return (
        <button
          key={id}
          type="button"
          title={label}
          data-kind={kind}
          aria-label={labelled ? undefined : label}
          onClick={() => void touch({ button: id })}
        >
          <Icon size={16} aria-hidden="true" />
          {labelled && <bdi>{label}</bdi>}
        </button>
      )
    })
  const turning = buttons.filter(({ kind }) => TURNING.includes(kind))
  return (
    <>
      <div className={styles['entries']}>
        {keys(
          buttons.filter((one) => !turning.includes(one)),
          true,
        )}
      </div>
      {turning.length > 0 && <div className={styles['turning']}>{keys(turning, false)}</div>}
    </>
  )
}
