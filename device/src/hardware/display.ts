import { TOPICS } from '@lintel/contract/events'
import type { LanguageCode } from '@lintel/contract/languages'
import { pickLanguage } from '@lintel/contract/languages'
import type { DisplayContent } from '@lintel/contract/wire'
import type { Clock } from '../clock/clock.ts'
import { localTime, timeText } from '../clock/zone.ts'
import { zoneIn } from '../products/groups/time.ts'
import type { EventBus } from '../events/bus.ts'
import type { Parameters } from '../state/parameters.ts'
import de from '../../messages/display/de.json' with { type: 'json' }
import en from '../../messages/display/en.json' with { type: 'json' }
import es from '../../messages/display/es.json' with { type: 'json' }
import fr from '../../messages/display/fr.json' with { type: 'json' }
import it from '../../messages/display/it.json' with { type: 'json' }
import pl from '../../messages/display/pl.json' with { type: 'json' }
import sv from '../../messages/display/sv.json' with { type: 'json' }
import type { Wire } from './wire.ts'

/** The screen beside the call button. */
export interface Display {
  /** What stands on it. */
  content(): DisplayContent
  /** Puts the home screen on it: the device runs. */
  start(): void
  close(): void
}

const TEXTS: Record<LanguageCode, Partial<typeof en>> = { en, es, de, it, fr, pl, sv }

const MINUTE = 60_000
const DARK: DisplayContent = { state: 'off', title: '', subtitle: '', time: '' }
/** What the home screen follows. */
const SHOWN = ['root.Time', 'root.Network.Bonjour.FriendlyName', 'root.Properties.System.Language']

/**
 * The display of a starting device. Once started, it keeps up with the clock and the parameters, and
 * is off while the device is too hot. Source: console specification A §8 "Heat banners".
 */
export function openDisplay(parts: {
  clock: Clock
  parameters: Parameters
  events: EventBus
  wire: Wire
}): Display {
  const { clock, parameters, events, wire } = parts
  const get = (name: string) => parameters.get(name)
  const closing = new AbortController()
  let started = false
  let hot = false
  let sent = ''

  function content(): DisplayContent {
    if (!started) return { ...DARK, state: 'starting' }
    if (hot) return DARK
    const words = { ...en, ...TEXTS[pickLanguage([get('root.Properties.System.Language')])] }
    return {
      state: 'on',
      title: words['display.welcome'],
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

  /** Offsets of zones have whole minutes: the next minute begins everywhere at once. */
  async function keepTime(): Promise<void> {
    let turn = new AbortController()
    const stopListening = clock.onJump(() => {
      turn.abort()
    })
    while (!closing.signal.aborted) {
      show()
      turn = new AbortController()
      const either = AbortSignal.any([turn.signal, closing.signal])
      await clock.wait(MINUTE - (clock.now() % MINUTE), either).catch(() => undefined)
    }
    stopListening()
  }

  const stopFollowing = SHOWN.map((name) => parameters.subscribe(name, show))
  stopFollowing.push(
    events.subscribe(({ topic, data }) => {
      if (topic !== TOPICS.doorStationHeat) return
      hot = data['HeatState'] === 'Hot'
      show()
    }),
  )
  void keepTime()

  return {
    content,
    start() {
      started = true
      show()
    },
    close() {
      closing.abort()
      for (const stop of stopFollowing) stop()
    },
  }
}
