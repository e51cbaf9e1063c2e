import type { Door } from '@lintel/front-door/door'
import type { RemoteDevice } from './device.ts'

/** A device with what answers for it. */
export interface Gate {
  device: RemoteDevice
  door: Door
  /** What its paths begin with; empty if it is the only one. */
  base: string
}
