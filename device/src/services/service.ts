import type { ServedCall, ServedFolder, ServedSocket } from '@lintel/front-door/serve'
import type { Device } from '../device.ts'

/** A group of related calls, bound to the device's state. */
export type Service = (device: Device) => {
  calls: ServedCall[]
  sockets?: ServedSocket[]
  folders?: ServedFolder[]
  /** Stops what the service started, at shutdown. */
  close?(): void
}
