import { findDevice, getFindVersions, stopFinding } from '@lintel/contract/calls/identify'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import type { Service } from '../service.ts'

/**
 * Identifies the device by light or sound to people near it. Source: console specification B §7
 * "Audio".
 */
export const identifyService: Service = (device) => {
  const { clock, wire, database } = device
  let active: AbortController | undefined

  function stop(): void {
    if (!active) return
    active.abort()
    active = undefined
    wire.send({ type: 'identify', on: false })
    device.logToBench('identify.ended')
  }

  function start(seconds: number): void {
    const timer = new AbortController()
    active = timer
    wire.send({ type: 'identify', on: true })
    device.logToBench('identify.started', { seconds })
    clock.wait(seconds * 1000, timer.signal).then(stop, () => undefined)
  }

  database.onRestored(stop)
  return {
    calls: [
      serve(findDevice, ({ duration }) => {
        if (active) throw new Refusal('busy', 'Busy, already performing method')
        start(duration)
        return {}
      }),
      serve(stopFinding, () => {
        stop()
        return {}
      }),
      serve(getFindVersions, () => ({ apiVersions: ['1.0'] })),
    ],
    close: stop,
  }
}
