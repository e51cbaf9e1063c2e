import type { Clock } from '../clock/clock.ts'
import { zoneOffset } from '../clock/zone.ts'
import type { Engine } from '../engines/engine.ts'
import { zoneIn } from '../products/groups/time.ts'
import type { Parameters } from '../state/parameters.ts'
import type { Wire } from './wire.ts'

/** Milliseconds. Zones change their offset on the hour or half-hour of UTC. */
const HALF_HOUR = 1_800_000

/** Reports the device's time zone to the board, and again whenever its offset changes. */
export function openZoneReport(parts: {
  clock: Pick<Clock, 'now' | 'wait' | 'onJump'>
  parameters: Pick<Parameters, 'get' | 'subscribe'>
  wire: Pick<Wire, 'send'>
}): Engine {
  const { clock, parameters, wire } = parts
  const closing = new AbortController()
  let sent = ''
  let next = new AbortController()

  function tell(): void {
    const zone = zoneIn(parameters.get)
    const shown = { name: zone.name || zone.posix, offset: zoneOffset(zone, clock.now()) }
    const text = JSON.stringify(shown)
    if (text === sent) return
    sent = text
    wire.send({ type: 'timeZone', zone: shown })
  }

  async function follow(): Promise<void> {
    next.abort()
    const { signal } = (next = new AbortController())
    while (!signal.aborted && !closing.signal.aborted) {
      tell()
      await clock
        .wait(HALF_HOUR - (clock.now() % HALF_HOUR), AbortSignal.any([signal, closing.signal]))
        .catch(() => undefined)
    }
  }

  const stops = [parameters.subscribe('root.Time', tell), clock.onJump(() => void follow())]
  return {
    start: () => void follow(),
    stateRestored: tell,
    close() {
      closing.abort()
      for (const stop of stops) stop()
    },
  }
}
