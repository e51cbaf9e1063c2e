import { TOPICS } from '@lintel/contract/events'
import type { Service } from '../service.ts'
import { heatState } from './heat-state.ts'

/**
 * Follows the temperature: in the bench's picture and log, and for consoles in events if the product
 * has a display, which depends on it. Source: console specification A §4 "Heat".
 */
export const heatService: Service = ({ product, thermometer, events, wire, logToBench }) => {
  const hasDisplay = product.capabilities?.display === true
  let state = heatState(thermometer.celsius())

  function report(): void {
    wire.send({ type: 'heat', state })
    if (!hasDisplay) return
    for (const topic of [TOPICS.heat, TOPICS.doorStationHeat]) {
      events.publish({ topic, source: {}, data: { HeatState: state } }, 'state')
    }
  }

  const log = (): void =>
    logToBench('heat.state', {
      state,
      temperature: thermometer.celsius(),
      display: hasDisplay ? 'yes' : 'no',
    })

  report()
  if (state !== 'Normal') log()
  const unsubscribe = thermometer.subscribe(() => {
    const next = heatState(thermometer.celsius(), state)
    if (next === state) return
    state = next
    report()
    log()
  })
  return { calls: [], close: unsubscribe }
}
