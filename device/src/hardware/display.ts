import { TOPICS } from '@lintel/contract/events'
import type { LanguageCode } from '@lintel/contract/languages'
import { pickLanguage } from '@lintel/contract/languages'
import type { CallOnDisplay, DisplayContent } from '@lintel/contract/wire'
import type { Clock } from '../clock/clock.ts'
import { localTime, timeText } from '../clock/zone.ts'
import { zoneIn } from '../products/groups/time.ts'
import type { Engine } from '../engines/engine.ts'
import type { EventBus } from '../events/bus.ts'
import type { IntercomSettings } from '../state/intercom-settings.ts'
import type { Parameters } from '../state/parameters.ts'
import type { Phonebook } from '../state/phonebook/phonebook.ts'
import de from '../../messages/display/de.json' with { type: 'json' }
import en from '../../messages/display/en.json' with { type: 'json' }
import es from '../../messages/display/es.json' with { type: 'json' }
import fr from '../../messages/display/fr.json' with { type: 'json' }
import it from '../../messages/display/it.json' with { type: 'json' }
import pl from '../../messages/display/pl.json' with { type: 'json' }
import sv from '../../messages/display/sv.json' with { type: 'json' }
import { openDirectory } from './directory.ts'
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
  /** The current sleep delay in seconds. */
  sleepSeconds(): number
  close(): void
}

const TEXTS: Record<LanguageCode, Partial<typeof en>> = { en, es, de, it, fr, pl, sv }

const MINUTE = 60_000
/** Sleep delay in seconds while the device is too warm. Source: console specification A §9. */
const WARM_SLEEP = 5
/** Milliseconds for which the display shows that a call was in vain. Own design. */
const IN_VAIN = 8_000
const DARK: DisplayContent = { state: 'off', title: '', subtitle: '', time: '' }
/** The parameters that the home screen depends on. */
const SHOWN = [
  'root.Time',
  'root.Network.Bonjour.FriendlyName',
  'root.Properties.System.Language',
] as const

/**
 * The display of a starting device. Once started, it follows the clock and the parameters. It
 * sleeps after a while without anybody in front of it, sooner while the device is too warm, and is
 * off while the device is too hot. Source: console specification A §4 "Heat events", A §8 "Heat
 * banners".
 */
export function openDisplay(parts: {
  clock: Clock
  parameters: Parameters
  events: EventBus
  wire: Wire
  intercomSettings: Pick<IntercomSettings, 'get' | 'subscribe'>
  phonebook: Pick<Phonebook, 'find' | 'all' | 'page' | 'count' | 'subscribe'>
}): Display {
  const { clock, parameters, events, wire, intercomSettings: settings } = parts
  const { get } = parameters
  const closing = new AbortController()
  let started = false
  let heat = 'Normal'
  let asleep = false
  let sleep = new AbortController()
  let sent = ''
  let call: CallOnDisplay | undefined
  let callTimer = new AbortController()
  const choosers = new Set<(entry: string) => void>()
  const directory = openDirectory(parts.phonebook, () => show())

  const sleepSeconds = () => (heat === 'Warning' ? WARM_SLEEP : settings.get().PresenceTimeout)

  function content(): DisplayContent {
    if (!started) return { ...DARK, state: 'starting' }
    if (heat === 'Hot') return DARK
    if (asleep) return { ...DARK, state: 'asleep' }
    const texts = { ...en, ...TEXTS[pickLanguage([get('root.Properties.System.Language')])] }
    const time = timeText(localTime(zoneIn(get), clock.now())).slice(0, 5)
    if (call) {
      return { state: 'on', title: texts[`display.${call.state}`], subtitle: call.name, time }
    }
    const buttons = directory.buttons({
      previous: texts['display.previous'],
      next: texts['display.next'],
      back: texts['display.back'],
    })
    const organisation = directory.title()
    return {
      state: 'on',
      title: organisation ?? texts['display.welcome'],
      subtitle: organisation === undefined ? get('root.Network.Bonjour.FriendlyName') : '',
      time,
      ...(buttons.length > 0 ? { buttons } : {}),
    }
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
    directory.home()
    show()
  }

  function wake(): void {
    if (!started) return
    asleep = false
    show()
    void waitForSleep()
  }

  function showCall(next: CallOnDisplay | undefined): void {
    if (next?.state === call?.state && next?.name === call?.name) return
    callTimer.abort()
    callTimer = new AbortController()
    call = next
    directory.home()
    wake()
    if (next && next.state !== 'ringing' && next.state !== 'connected') void forget(callTimer)
  }

  async function forget({ signal }: AbortController): Promise<void> {
    await clock.wait(IN_VAIN, AbortSignal.any([signal, closing.signal])).catch(() => undefined)
    if (!signal.aborted && !closing.signal.aborted) showCall(undefined)
  }

  function touch(button: string): void {
    const entry = call || asleep ? undefined : directory.touch(button)
    wake()
    if (entry === undefined) return
    for (const fn of Array.from(choosers)) fn(entry)
  }

  /**
   * Offsets of zones are whole minutes, so the next minute starts everywhere at the same moment.
   */
  async function updateEveryMinute(): Promise<void> {
    let current = new AbortController()
    const stopListening = clock.onJump(() => {
      current.abort()
    })
    while (!closing.signal.aborted) {
      show()
      current = new AbortController()
      const either = AbortSignal.any([current.signal, closing.signal])
      await clock.wait(MINUTE - (clock.now() % MINUTE), either).catch(() => undefined)
    }
    stopListening()
  }

  const subscriptions = [
    parameters.subscribe(SHOWN, show),
    events.subscribe(({ topic, data }) => {
      if (topic !== TOPICS.doorStationHeat) return
      const before = heat
      heat = data['HeatState'] ?? heat
      if (before === 'Hot' && heat !== 'Hot') wake()
      else if (started && !asleep) void waitForSleep()
      show()
    }),
    settings.subscribe(() => {
      if (started && !asleep) void waitForSleep()
    }),
    wire.on('pressed', wake),
    wire.on('touched', ({ button }) => touch(button)),
  ]
  void updateEveryMinute()

  return {
    content,
    start() {
      started = true
      wake()
    },
    wake,
    showCall,
    onChosen(fn) {
      choosers.add(fn)
      return () => {
        choosers.delete(fn)
      }
    },
    stateRestored() {
      call = undefined
      directory.home()
      wake()
    },
    sleepSeconds,
    close() {
      closing.abort()
      directory.close()
      for (const unsubscribe of subscriptions) unsubscribe()
    },
  }
}
