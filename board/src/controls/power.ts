import type { RequestOf } from '@lintel/contract/call'
import type { setPower, setSlot } from '@lintel/contract/bench'
import type { Slots } from '../slots/slots.ts'
import type { Snapshots } from '../snapshots.ts'
import type { ControlParts } from './parts.ts'

export interface PowerControls {
  setPower(action: RequestOf<typeof setPower>['action']): Promise<void>
  /** Boots the firmware of a slot. @throws Refusal `invalid` when there is none. */
  setSlot(slot: RequestOf<typeof setSlot>['slot']): Promise<void>
  saveSnapshot(name: string): Promise<void>
  /** @throws Refusal `invalid` when there is none of this name. */
  restoreSnapshot(name: string): Promise<void>
}

/** Starts and stops the device, or replaces its state. */
export function powerControls(
  parts: Pick<ControlParts, 'power' | 'happened'> & { slots: Slots; snapshots: Snapshots },
): PowerControls {
  const { power, slots, snapshots, happened } = parts
  return {
    async setPower(action) {
      if (action !== 'on') await power.off()
      if (action === 'off') return
      await snapshots.idle()
      await power.on()
    },
    async setSlot(slot) {
      slots.change(slot)
      if (!power.isOn()) return
      await power.off()
      await power.on()
    },
    async saveSnapshot(name) {
      await snapshots.save(name)
      happened('snapshotSaved', { name })
    },
    async restoreSnapshot(name) {
      await snapshots.restore(name)
      happened('snapshotRestored', { name })
    },
  }
}
