import { TOPICS } from '@lintel/contract/events'
import type { LanguageCode } from '@lintel/contract/languages'
import { pickLanguage } from '@lintel/contract/languages'
import type { DisplayContent } from '@lintel/contract/wire'
import type { Clock } from '../clock/clock.ts'
import { localTime, timeText } from '../clock/zone.ts'
import { zoneIn } from '../products/groups/time.ts'
import type { Engine } from '../engines/engine.ts'
import type { EventBus } from '../events/bus.ts'
import type { IntercomSettings } from '../state/intercom-settings.ts'
import type { Parameters } from '../state/parameters.ts'
import de from '../../messages/display/de.json' with { type: 'json' }
import en from '../../messages/display/en.json' with { type: 'json' }
import es from '../../messages/display/es.json' with { type: 'json' }
import fr from '../../messages/display/fr.json' with { type: 'json' }
import it from '../../messages/display/it.json' with { type: 'json' }
import pl from '../../messages/display/pl.json' with { type: 'json' }
import sv from '../../messages/display/sv.json' with { type: 'json' }
import type { Wire } from './wire.ts'

/** The screen next to the call button. */
export interface Display extends Engine {
  /** Shows the home screen. */
  start(): void
  /** The current content. */
  content(): DisplayContent
  /** Reports that somebody is in front of it. */
  wake(): void
  /** The current sleep delay in seconds. */
  sleepSeconds(): number
  close(): void
}

const TEXTS: Record<LanguageCode, Partial<typeof en>> = { en, es, de, it, fr, pl, sv }

const MINUTE = 60_000
/** Sleep delay in seconds while the device is too warm. Source: console specification A §9. */
const WARM_SLEEP = 5
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
}): Display {
  const { clock, parameters, events, wire, intercomSettings: settings } = parts
  const { get } = parameters
  const closing = new AbortController()
  let started = false
  let heat = 'Normal'
  let asleep = false
  let sleep = new AbortController()
  let sent = ''

  const sleepSeconds = () => (heat === 'Warning' ? WARM_SLEEP : settings.get().PresenceTimeout)

  function content(): DisplayContent {
    if (!started) return { ...DARK, state: 'starting' }
    if (heat === 'Hot') return DARK
    if (asleep) return { ...DARK, state: 'asleep' }
    const texts = { ...en, ...TEXTS[pickLanguage([get('root.Properties.System.Language')])] }
    return {
      state: 'on',
      title: texts['display.welcome'],
      subtitle: get('root.Network.Bonjour.FriendlyName'),
      time: timeText(localTime(zoneIn(get), clock.now())).slice(0, 5),
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
    if (current.signal.aborted || closing.signal.aborted) return
    asleep = true
    show()
  }

  function wake(): void {
    if (!started) return
    asleep = false
    show()
    void waitForSleep()
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
  ]
  void updateEveryMinute()

  return {
    content,
    start() {
      started = true
      wake()
    },
    wake,
    stateRestored: wake,
    sleepSeconds,
    close() {
      closing.abort()
      for (const unsubscribe of subscriptions) unsubscribe()
    },
  }
}
