import { TOPICS } from '@lintel/contract/events'
import type { Service } from '../service.ts'
import { heatState } from './heat-state.ts'

/** Reports the temperature state. Source: console specification A §4 "Heat". */
export const heatService: Service = (device) => {
  const { thermometer, events } = device
  let state = heatState(thermometer.celsius())

  function publish(): void {
    for (const topic of [TOPICS.heat, TOPICS.doorStationHeat]) {
      events.publish({ topic, source: {}, data: { HeatState: state } }, 'state')
    }
  }

  publish()
  const unsubscribe = thermometer.subscribe(() => {
    const celsius = thermometer.celsius()
    const next = heatState(celsius, state)
    if (next === state) return
    state = next
    publish()
    device.logToBench('heat.changed', { state, temperature: celsius })
  })
  return { calls: [], close: unsubscribe }
}
