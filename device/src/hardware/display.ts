import type { DisplayContent } from '@lintel/contract/wire'
import type { Clock } from '../clock/clock.ts'
import { localTime, timeText } from '../clock/zone.ts'
import { zoneIn } from '../products/groups/time.ts'
import type { Parameters } from '../state/parameters.ts'
import german from '../../messages/display/de.json' with { type: 'json' }
import english from '../../messages/display/en.json' with { type: 'json' }
import type { Wire } from './wire.ts'

/** The screen beside the call button. */
export interface Display {
  /** What stands on it. */
  content(): DisplayContent
  /** Switches it on once the device runs, and off when it is too hot. */
  power(on: boolean): void
  close(): void
}

const MINUTE = 60_000
/** What the home screen follows. */
const SHOWN = ['root.Time', 'root.Network.Bonjour.FriendlyName', 'root.Properties.System.Language']

/** The display of a starting device. Once on, it keeps up with the clock and the parameters. */
export function openDisplay(parts: { clock: Clock; parameters: Parameters; wire: Wire }): Display {
  const { clock, parameters, wire } = parts
  const get = (name: string) => parameters.get(name)
  const closing = new AbortController()
  let state: DisplayContent['state'] = 'starting'
  let sent = ''

  function content(): DisplayContent {
    if (state !== 'on') return { state, title: '', subtitle: '', time: '' }
    const words = get('root.Properties.System.Language') === 'German' ? german : english
    return {
      state,
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
  void keepTime()

  return {
    content,
    power(on) {
      state = on ? 'on' : 'off'
      show()
    },
    close() {
      closing.abort()
      for (const stop of stopFollowing) stop()
    },
  }
}
