import type { RequestOf } from '@lintel/contract/call'
import type { controlReader, presentCard } from '@lintel/contract/bench-reader'
import { Refusal } from '@lintel/contract/fault'
import { ANSWER_LIMIT, runningWire } from './parts.ts'
import type { ControlParts } from './parts.ts'

export interface ReaderControls {
  /** @throws Refusal `invalid` without a reader, `conflict` while the device does not run */
  presentCard(card: RequestOf<typeof presentCard>['card']): Promise<void>
  /** @throws Refusal likewise, and `internal` if the wire is of another kind */
  controlReader(action: RequestOf<typeof controlReader>['action']): Promise<void>
}

/** Holds cards in front of the reader, and is the controller at the other end of its wire. */
export function readerControls({
  product,
  power,
}: Pick<ControlParts, 'product' | 'power'>): ReaderControls {
  function wire() {
    if (!product.capabilities?.reader) {
      throw new Refusal('invalid', `The ${product.number} has no card reader.`)
    }
    return runningWire(power)
  }
  return {
    presentCard: (card) => wire().ask({ type: 'card', card }, ANSWER_LIMIT),
    controlReader: (action) => wire().ask({ type: 'controller', action }, ANSWER_LIMIT),
  }
}
