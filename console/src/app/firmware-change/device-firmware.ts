import { firmwareStatus } from '@lintel/contract/calls/firmware'
import type { Client } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { client } from '../device.ts'
import { probe } from '../probe.ts'
import { CHANGE_KEY, judge, parseChange } from './change.ts'
import type { RunningNow } from './change.ts'

/**
 * The running firmware, which only administrators can read.
 * @param from access to the device; it renews an ended session
 * @throws DeviceFault when the device does not report it
 */
export async function readRunning(from: Client = client): Promise<RunningNow> {
  const { bootId, needsSetup } = await probe(from)
  // Without an administrator nobody can: the wizard is served by now.
  if (needsSetup) throw new DeviceFault('signedOut', firmwareStatus.id, '')
  const status = await from.call(firmwareStatus, {})
  return {
    bootId,
    version: status.activeFirmwareVersion,
    part: status.activeFirmwarePart,
    installed: status.lastUpgradeAt ?? '',
    kept: status.isCommited,
  }
}

/**
 * What came of the stored firmware change: `upgraded` if the device keeps other firmware than before,
 * `trying` while it may still roll back; undefined if the same firmware runs, or the device doesn't
 * report it.
 */
export async function upgradeSoFar(): Promise<'upgraded' | 'trying' | undefined> {
  const change = parseChange(localStorage.getItem(CHANGE_KEY), Date.now())
  if (!change) return undefined
  const running = await readRunning().catch(() => undefined)
  if (running === undefined || judge(change, running) !== 'changed') return undefined
  return running.kept === false ? 'trying' : 'upgraded'
}
