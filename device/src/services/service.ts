import type { ServedCall, ServedSocket } from '@lintel/front-door/serve'
import type { Device } from '../device.ts'

/** One area of the device: the calls that it answers, tied to the device's state. */
export type Service = (device: Device) => {
  calls: ServedCall[]
  sockets?: ServedSocket[]
  /** Ends what the service started, at shutdown. */
  close?(): void
}
