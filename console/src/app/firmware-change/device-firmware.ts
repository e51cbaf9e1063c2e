import { firmwareStatus } from '@lintel/contract/calls/firmware'
import type { Client } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { client } from '../device.ts'
import { probe } from '../probe.ts'
import { CHANGE_KEY, judge, parseChange } from './change.ts'
import type { Running } from './change.ts'
import { createFirmwareWatch } from './watch.ts'

/**
 * The running firmware, which only administrators can read.
 * @param from access to the device; it renews an ended session
 * @throws DeviceFault when the device does not report it
 */
export async function readRunning(from: Client = client): Promise<Running> {
  const { bootId, needsSetup } = await probe(from)
  // Without an administrator nobody can: the wizard is served by now.
  if (needsSetup) throw new DeviceFault('signedOut', firmwareStatus.id, '')
  const status = await from.call(firmwareStatus, {})
  return {
    bootId,
    version: status.activeFirmwareVersion,
    part: status.activeFirmwarePart,
    installed: status.lastUpgradeAt ?? '',
  }
}

/** Follows a firmware change that was started in this browser. */
export const firmwareWatch = createFirmwareWatch({
  storage: localStorage,
  now: () => Date.now(),
  ask: () => readRunning(),
  reload: () => location.reload(),
})

/** Whether other firmware runs than before the stored change; false if the device does not say. */
export async function hasChanged(): Promise<boolean> {
  const change = parseChange(localStorage.getItem(CHANGE_KEY), Date.now())
  if (!change) return false
  const running = await readRunning().catch(() => undefined)
  return running !== undefined && judge(change, running) === 'changed'
}
