import type { FromDevice, ToDevice } from '@lintel/contract/wire'
import type { Slots } from './slots.ts'

/** Carries out the device's request to the slots, and returns the answer for the wire. */
export function answerOrder(
  slots: Pick<Slots, 'order'>,
  { ask, order }: Extract<FromDevice, { type: 'order' }>,
): Extract<ToDevice, { type: 'ordered' }> {
  try {
    slots.order(order)
    return { type: 'ordered', to: ask }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    const full = code === 'ENOSPC' || code === 'EDQUOT'
    return { type: 'ordered', to: ask, error: full ? 'storage' : 'internal' }
  }
}
