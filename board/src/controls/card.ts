import type { RequestOf } from '@lintel/contract/call'
import type { insertSdCard } from '@lintel/contract/bench'
import { Refusal } from '@lintel/contract/fault'
import type { SdSlot } from '../hardware/sd-slot.ts'
import type { ControlParts } from './parts.ts'

export interface CardControls {
  /** @throws Refusal `invalid` without a slot, or if there is no such card */
  insertSdCard(card: RequestOf<typeof insertSdCard>['card']): Promise<void>
  /** @throws Refusal `invalid` without a slot or a card in it */
  removeSdCard(): void
}

/** Puts SD cards in and takes them out. */
export function cardControls({
  product,
  sdSlot,
  happened,
}: Pick<ControlParts, 'product' | 'happened'> & { sdSlot: SdSlot }): CardControls {
  function slot(): SdSlot {
    if (!product.sdCard) {
      throw new Refusal('invalid', `The ${product.number} has no slot for an SD card.`)
    }
    return sdSlot
  }
  return {
    async insertSdCard(card) {
      await slot().insert(card)
      happened('sdCard.inserted', { card })
    },
    removeSdCard() {
      slot().remove()
      happened('sdCard.removed')
    },
  }
}
