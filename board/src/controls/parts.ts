import { Refusal } from '@lintel/contract/fault'
import type { Product } from '@lintel/contract/products/product'
import type { BoardHappened } from '../board-log.ts'
import type { Hardware } from '../hardware/hardware.ts'
import type { HostTime } from '../host-time.ts'
import type { Plug, Switches } from '../plug.ts'
import type { Power } from '../power.ts'
import type { Reported } from '../reported.ts'
import type { Wire } from '../wire.ts'

/**
 * Time limits in milliseconds for the device to answer the board, and to do what is due in skipped
 * time.
 */
export const ANSWER_LIMIT = 60_000

/** The parts of the board that the bench's controls need. */
export interface ControlParts {
  product: Product
  hardware: Hardware
  switches: Switches
  plug: Plug
  power: Power
  reported: Reported
  time: HostTime
  happened: BoardHappened
}

/** @throws Refusal `conflict` while the device does not run */
export function runningWire(power: Pick<Power, 'wire'>): Wire {
  const wire = power.wire()
  if (!wire) throw new Refusal('conflict', 'The device does not run.')
  return wire
}
