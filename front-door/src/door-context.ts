import type { DeviceContext } from './device-context.ts'
import type { Identifier } from './identify.ts'
import type { OpenConnections } from './open-connections.ts'
import type { VisitorLog } from './visitor-log.ts'

/** What answering calls and opening sockets needs of the front door. */
export interface DoorContext {
  device: DeviceContext
  identifier: Identifier
  connections: OpenConnections
  log: VisitorLog
}
