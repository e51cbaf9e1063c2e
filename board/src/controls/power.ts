import type { RequestOf } from '@lintel/contract/call'
import type { setPower as setPowerCall, setSlot } from '@lintel/contract/bench'
import type { Slots } from '../slots/slots.ts'
import type { Snapshots } from '../snapshots.ts'
import type { ControlParts } from './parts.ts'

type PowerAction = RequestOf<typeof setPowerCall>['action']

export interface PowerControls {
  setPower(action: PowerAction): Promise<void>
  /** Boots the firmware of a slot. @throws Refusal `invalid` when there is none. */
  setSlot(slot: RequestOf<typeof setSlot>['slot']): Promise<void>
  saveSnapshot(name: string): Promise<void>
  /** @throws Refusal `invalid` when there is none of this name. */
  restoreSnapshot(name: string, keepSessions?: boolean): Promise<void>
  /**
   * Starts the device without any settings, in any slot. @throws Refusal `storage`, before anything
   * has changed
   */
  restoreFactoryValues(): Promise<void>
}

/** Starts and stops the device, or replaces its state. */
export function powerControls(
  parts: Pick<ControlParts, 'power' | 'happened'> & { slots: Slots; snapshots: Snapshots },
): PowerControls {
  const { power, slots, snapshots, happened } = parts

  async function setPower(action: PowerAction): Promise<void> {
    if (action !== 'on') await power.off()
    if (action === 'off') return
    await snapshots.idle()
    await power.on()
  }

  return {
    setPower,
    async setSlot(slot) {
      slots.change(slot)
      if (power.isOn()) await setPower('cycle')
    },
    async saveSnapshot(name) {
      await snapshots.save(name)
      happened('snapshotSaved', { name })
    },
    async restoreSnapshot(name, keepSessions) {
      await snapshots.restore(name, keepSessions)
      happened('snapshotRestored', { name })
    },
    async restoreFactoryValues() {
      slots.order({ do: 'factoryDefault' })
      await setPower('cycle')
    },
  }
}
