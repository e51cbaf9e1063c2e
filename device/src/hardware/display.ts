import { KEYPAD_STATES, TOPICS } from '@lintel/contract/events'
import type { DeviceEvent } from '@lintel/contract/events'
import type { Product } from '@lintel/contract/products/product'
import { SLEEP_WARM } from '@lintel/contract/rules/display'
import type { CallOnDisplay, DisplayButton, DisplayContent } from '@lintel/contract/shown'
import type { Clock } from '../clock/clock.ts'
import { localTime, timeText } from '../clock/zone.ts'
import { zoneIn } from '../products/groups/time.ts'
import type { Engine } from '../engines/engine.ts'
import type { EventBus } from '../events/bus.ts'
import { displaySettings } from '../state/display-settings.ts'
import type { IntercomSettings } from '../state/intercom-settings.ts'
import type { Parameters } from '../state/parameters.ts'
import type { Phonebook } from '../state/phonebook/phonebook.ts'
import type { WelcomeImage } from '../state/welcome-image.ts'
import { displayTexts } from './display-texts.ts'
import type { DisplayTexts } from './display-texts.ts'
import { openScreens } from './screens.ts'
import type { ScreenContent } from './screens.ts'
import type { Wire } from './wire.ts'

/** The screen next to the call button. */
export interface Display extends Engine {
  /** Shows the home screen. */
  start(): void
  /** The current content. */
  content(): DisplayContent
  /** Reports that somebody is in front of it. */
  wake(): void
  /** Shows a call; undefined: there is none. A call in vain is shown for some seconds. */
  showCall(call: CallOnDisplay | undefined): void
  /** Called with the id of the contact or call group that a visitor has chosen. */
  onChosen(fn: (entry: string) => void): () => void
  /** Called when a visitor answers or ends the call on the display. */
  onCallTouched(fn: (action: 'answer' | 'end') => void): () => void
  /** Whether the keys that are pressed now are those of a PIN, and not of a speed dial. */
  asksForPin(): boolean
  /** The current sleep delay in seconds. */
  sleepSeconds(): number
  close(): void
}

const MINUTE = 60_000
/** Milliseconds for which the display shows that a call was in vain. Own design. */
const IN_VAIN = 8_000
/** Milliseconds for which it shows whether somebody may come in. Own design. */
const NOTICE = 5_000
const DARK: DisplayContent = { state: 'off', title: '', subtitle: '', time: '' }
/** The parameters that the home screen depends on. */
const SHOWN = [
  'root.Time',
  'root.Network.Bonjour.FriendlyName',
  'root.Properties.System.Language',
] as const

/** Whether somebody may come in, and where. */
interface Access {
  granted: boolean
  where: string
}

/**
 * The display of a starting device. Once started, it follows the clock, the phonebook and the
 * settings. It sleeps after a while without anybody in front of it, sooner while the device is too
 * warm, and is off while the device is too hot. Source: console specification A §4 "Heat events",
 * A §8 "Heat banners", B §3 "Display configuration".
 */
export function openDisplay(parts: {
  product: Pick<Product, 'capabilities'>
  clock: Clock
  parameters: Parameters
  events: EventBus
  wire: Wire
  intercomSettings: Pick<IntercomSettings, 'get' | 'subscribe'>
  welcomeImage: Pick<WelcomeImage, 'describe' | 'get' | 'subscribe'>
  phonebook: Pick<Phonebook, 'find' | 'all' | 'page' | 'named' | 'count' | 'subscribe'>
}): Display {
  const { clock, parameters, events, wire, intercomSettings: settings, welcomeImage } = parts
  const { get } = parameters
  const closing = new AbortController()
  let started = false
  let heat = 'Normal'
  let asleep = false
  let sleep = new AbortController()
  let sent = ''
  let call: CallOnDisplay | undefined
  let callTimer = new AbortController()
  let access: Access | undefined
  let accessTimer = new AbortController()
  let minute = new AbortController()
  const choosers = new Set<(entry: string) => void>()
  const callers = new Set<(action: 'answer' | 'end') => void>()
  const screens = openScreens(
    {
      ...parts,
      settings: () => displaySettings(parts),
      image: () => welcomeImage.describe()?.hash,
      name: () => get('root.Network.Bonjour.FriendlyName'),
      hasPins: parts.product.capabilities?.pinKeypad === true,
    },
    () => show(),
  )

  const isOn = () => started && !asleep && heat !== 'Hot'
  const sleepSeconds = () => (heat === 'Warning' ? SLEEP_WARM : settings.get().PresenceTimeout)

  function shown(texts: DisplayTexts): ScreenContent {
    if (access) return accessScreen(access, texts)
    return call ? callScreen(call, texts) : screens.content(texts)
  }

  /** What visitors can touch; undefined if that is nothing. */
  function inView(): 'call' | 'screens' | undefined {
    if (!isOn() || access) return undefined
    return call ? 'call' : 'screens'
  }

  function content(): DisplayContent {
    if (!started) return { ...DARK, state: 'starting' }
    if (heat === 'Hot') return DARK
    if (asleep) return { ...DARK, state: 'asleep' }
    const { tag, texts } = displayTexts(displaySettings(parts).selectedLanguage)
    const time = timeText(localTime(zoneIn(get), clock.now())).slice(0, 5)
    return { state: 'on', time, language: tag, ...shown(texts) }
  }

  function show(): void {
    const display = content()
    const text = JSON.stringify(display)
    if (text === sent) return
    sent = text
    wire.send({ type: 'display', display })
  }

  /** The idle time starts now. */
  async function waitForSleep(): Promise<void> {
    sleep.abort()
    const current = new AbortController()
    sleep = current
    await clock
      .wait(sleepSeconds() * 1000, AbortSignal.any([current.signal, closing.signal]))
      .catch(() => undefined)
    if (current.signal.aborted || closing.signal.aborted || call) return
    asleep = true
    screens.home()
    show()
  }

  function wake(): void {
    if (!started) return
    asleep = false
    show()
    void waitForMinute()
    void waitForSleep()
  }

  function showCall(next: CallOnDisplay | undefined): void {
    if (next?.state === call?.state && next?.name === call?.name) return
    callTimer.abort()
    callTimer = new AbortController()
    call = next
    screens.home()
    wake()
    if (next && isInVain(next)) void after(IN_VAIN, callTimer, () => showCall(undefined))
  }

  function showAccess(next: Access): void {
    accessTimer.abort()
    accessTimer = new AbortController()
    access = next
    if (next.granted) screens.home()
    wake()
    void after(NOTICE, accessTimer, () => {
      access = undefined
      show()
    })
  }

  async function after(ms: number, { signal }: AbortController, fn: () => void): Promise<void> {
    await clock.wait(ms, AbortSignal.any([signal, closing.signal])).catch(() => undefined)
    if (!signal.aborted && !closing.signal.aborted) fn()
  }

  function touch(button: string): void {
    const seen = inView()
    const action =
      seen === 'call' ? callActions(call).find((one) => `#${one}` === button) : undefined
    const entry = seen === 'screens' ? screens.touch(button) : undefined
    wake()
    if (action) for (const fn of Array.from(callers)) fn(action)
    if (entry !== undefined) for (const fn of Array.from(choosers)) fn(entry)
  }

  function follow({ topic, data }: DeviceEvent): void {
    if (topic === TOPICS.doorStationHeat) followHeat(data['HeatState'])
    else if (topic === TOPICS.keypad && data['State'] === KEYPAD_STATES.idle) {
      screens.entered()
      show()
    } else if (topic === TOPICS.access) {
      showAccess({
        granted: data['AccessGranted'] === 'true',
        where: data['AccessPoint'] ?? '',
      })
    } else if (topic === TOPICS.dtmf) showAccess({ granted: true, where: '' })
    else if (topic === TOPICS.cardReader && data['State'] === 'CardRefused') {
      showAccess({ granted: false, where: '' })
    }
  }

  function followHeat(state = heat): void {
    const before = heat
    heat = state
    if (before === 'Hot' && heat !== 'Hot') wake()
    else if (started && !asleep) void waitForSleep()
    show()
  }

  /**
   * Shows the next minute when it starts, which is the same moment everywhere because offsets of
   * zones are whole minutes. Nobody sees the time on a dark display.
   */
  async function waitForMinute(): Promise<void> {
    minute.abort()
    if (!isOn()) return
    const current = new AbortController()
    minute = current
    await after(MINUTE - (clock.now() % MINUTE), current, () => {
      show()
      void waitForMinute()
    })
  }

  const subscriptions = [
    clock.onJump(() => {
      show()
      void waitForMinute()
    }),
    parameters.subscribe(SHOWN, show),
    events.subscribe(follow),
    settings.subscribe(() => {
      show()
      if (started && !asleep) void waitForSleep()
    }),
    welcomeImage.subscribe(show),
    wire.on('pressed', ({ key }) => {
      if (key !== 'callButton' && key !== 'display' && key !== '#') screens.pressed()
      wake()
    }),
    wire.on('touched', ({ button }) => touch(button)),
    wire.on('searched', ({ text }) => {
      if (inView() === 'screens') screens.search(text)
      wake()
    }),
  ]
  show()

  return {
    content,
    start() {
      started = true
      wake()
    },
    wake,
    showCall,
    onChosen: (fn) => subscribed(choosers, fn),
    onCallTouched: (fn) => subscribed(callers, fn),
    stateRestored() {
      call = undefined
      access = undefined
      screens.home()
      wake()
    },
    asksForPin: () => screens.asksForPin(),
    sleepSeconds,
    close() {
      closing.abort()
      screens.close()
      for (const unsubscribe of subscriptions) unsubscribe()
    },
  }
}

function subscribed<T>(all: Set<T>, fn: T): () => void {
  all.add(fn)
  return () => {
    all.delete(fn)
  }
}

const isInVain = ({ state }: CallOnDisplay): boolean => callActions({ state }).length === 0

/** What visitors can do with a call that goes on. */
function callActions(call: Pick<CallOnDisplay, 'state'> | undefined): ('answer' | 'end')[] {
  if (call?.state === 'incoming') return ['answer', 'end']
  return call?.state === 'ringing' || call?.state === 'connected' ? ['end'] : []
}

function callScreen(call: CallOnDisplay, texts: DisplayTexts): ScreenContent {
  const end = call.state === 'incoming' ? 'decline' : 'end'
  const buttons = callActions(call).map((kind): DisplayButton => {
    const label = texts[`display.${kind === 'answer' ? 'answer' : end}`]
    return { id: `#${kind}`, label, kind }
  })
  return {
    screen: 'call',
    title: texts[`display.${call.state}`],
    subtitle: call.name,
    ...(buttons.length > 0 ? { buttons } : {}),
  }
}

const accessScreen = ({ granted, where }: Access, texts: DisplayTexts): ScreenContent => ({
  screen: 'access',
  title: texts[granted ? 'display.granted' : 'display.denied'],
  subtitle: where,
})
