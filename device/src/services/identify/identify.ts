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
  let underWay: AbortController | undefined

  function stop(): void {
    if (!underWay) return
    underWay.abort()
    underWay = undefined
    wire.send({ type: 'identify', on: false })
    device.logToBench('identify.ended')
  }

  function start(seconds: number): void {
    const mine = new AbortController()
    underWay = mine
    wire.send({ type: 'identify', on: true })
    device.logToBench('identify.started', { seconds })
    clock.wait(seconds * 1000, mine.signal).then(stop, () => undefined)
  }

  database.onRestored(stop)
  return {
    calls: [
      serve(findDevice, ({ duration }) => {
        if (underWay) throw new Refusal('busy', 'Busy, already performing method')
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
