import { HEARTBEAT } from '@lintel/contract/wire'
import type { Wire } from './wire.ts'

/**
 * Tells the board at once and then every `HEARTBEAT` that the event loop turns. By the host's time:
 * the device's clock can be moved on the bench.
 */
export function startHeartbeat(wire: Pick<Wire, 'send'>): void {
  const beat = () => wire.send({ type: 'heartbeat' })
  beat()
  setInterval(beat, HEARTBEAT).unref()
}
