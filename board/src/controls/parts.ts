import type { Product } from '@lintel/contract/products/product'
import type { BoardHappened } from '../board-log.ts'
import type { Hardware } from '../hardware/hardware.ts'
import type { HostTime } from '../host-time.ts'
import type { Plug, Switches } from '../plug.ts'
import type { Power } from '../power.ts'
import type { Reported } from '../reported.ts'

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
