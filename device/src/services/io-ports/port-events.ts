import { PORT_TOPICS } from '@lintel/contract/events'
import type { Service } from '../service.ts'

/** Publishes the states of inputs and outputs. Source: ONVIF Core, "Device", Trigger. */
export const portEventService: Service = ({ ioPorts, events }) => {
  const sourceOf = {
    input: (port: number) => ({ InputToken: String(port) }),
    output: (port: number) => ({ RelayToken: String(port) }),
  }

  function publish(port: number): void {
    const { direction, active } = ioPorts.state(port)
    // A port that was an output before has no state as one any more.
    const other = direction === 'input' ? 'output' : 'input'
    events.forget(PORT_TOPICS[other], sourceOf[other](port))
    const LogicalState = direction === 'input' ? String(active) : active ? 'active' : 'inactive'
    events.publish(
      { topic: PORT_TOPICS[direction], source: sourceOf[direction](port), data: { LogicalState } },
      'state',
    )
  }

  for (let port = 1; port <= ioPorts.count; port += 1) publish(port)
  return { calls: [], close: ioPorts.subscribe(publish) }
}
