import { Refusal } from '@lintel/contract/fault'
import type { FirmwareOrder, FirmwareSlots } from '@lintel/contract/wire'
import type { Wire } from './wire.ts'

/** The board's firmware slots, as the device sees them. */
export interface BoardFirmware {
  slots(): FirmwareSlots
  /**
   * Has the board change its slots. When this resolves, the effect on the next start is stored on
   * the board's disk. Rejects with a `Refusal` when nothing has changed.
   */
  order(order: FirmwareOrder): Promise<void>
}

const MESSAGES = {
  storage: 'The device has no storage left.',
  internal: 'The firmware slots could not be changed.',
} as const

export function openBoardFirmware(wire: Wire, first: FirmwareSlots): BoardFirmware {
  const pending = new Map<number, { resolve(): void; reject(cause: Refusal): void }>()
  let slots = first
  let lastId = 0

  wire.on('firmware', ({ firmware }) => {
    slots = firmware
  })
  wire.on('ordered', ({ to, error }) => {
    const request = pending.get(to)
    pending.delete(to)
    if (error === undefined) request?.resolve()
    else request?.reject(new Refusal(error, MESSAGES[error]))
  })

  return {
    slots: () => slots,
    order(order) {
      lastId += 1
      const id = lastId
      return new Promise((resolve, reject) => {
        pending.set(id, { resolve, reject })
        wire.send({ type: 'order', ask: id, order })
      })
    },
  }
}
