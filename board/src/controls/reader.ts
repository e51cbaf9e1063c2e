import type { RequestOf } from '@lintel/contract/call'
import type { controlReader, enterPin, presentCard } from '@lintel/contract/bench-reader'
import { Refusal } from '@lintel/contract/fault'
import { readersHaveKeypads, readersOf } from '@lintel/contract/products/readers'
import { ANSWER_LIMIT, runningWire } from './parts.ts'
import type { ControlParts } from './parts.ts'

export interface ReaderControls {
  /**
   * @param reader which one, from 1
   * @throws Refusal `invalid` without such a reader, `conflict` while the device does not run
   */
  presentCard(card: RequestOf<typeof presentCard>['card'], reader?: number): Promise<void>
  /**
   * Types a PIN at a reader.
   * @throws Refusal likewise, and `invalid` if the readers have no keypads
   */
  enterPin(request: RequestOf<typeof enterPin>): Promise<void>
  /** @throws Refusal likewise, and `internal` if the wire is of another kind */
  controlReader(action: RequestOf<typeof controlReader>['action']): Promise<void>
}

/** Holds cards in front of the reader, and is the controller at the other end of its wire. */
export function readerControls({
  product,
  power,
}: Pick<ControlParts, 'product' | 'power'>): ReaderControls {
  const count = readersOf(product)
  function wire(reader = 1) {
    if (reader > count) {
      const what = count === 0 ? 'card reader' : `card reader ${reader}`
      throw new Refusal('invalid', `The ${product.number} has no ${what}.`)
    }
    return runningWire(power)
  }
  return {
    presentCard: (card, reader) => wire(reader).ask({ type: 'card', card, reader }, ANSWER_LIMIT),
    enterPin({ keys, reader }) {
      if (!readersHaveKeypads(product)) {
        throw new Refusal('invalid', `The readers of the ${product.number} have no keypads.`)
      }
      return wire(reader).ask({ type: 'pin', keys, reader }, ANSWER_LIMIT)
    },
    controlReader: (action) => wire().ask({ type: 'controller', action }, ANSWER_LIMIT),
  }
}
