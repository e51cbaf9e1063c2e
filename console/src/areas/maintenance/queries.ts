import {
  firmwareStatus,
  rollbackFirmware,
  rollbackSettings,
  upgradeFirmware,
} from '@lintel/contract/calls/firmware'
import { queryOptions } from '@tanstack/react-query'
import { client, device } from '../../app/device.ts'
import { deviceHas } from '../../app/firmware.ts'
import { readRunning } from '../../app/firmware-change/device-firmware.ts'
import { firmwareWatch } from '../../app/firmware-change/device-watch.ts'
import {
  beginRestart,
  brokeOff,
  restart,
  whereAfterReset,
} from '../../app/restart/device-restart.ts'
import { READY_RETRY } from '../../app/timing.ts'
import { files } from '../../app/upload/upload.ts'
import type { UploadProgress } from '../../app/upload/use-upload.ts'

/** The running firmware, and the one that a rollback starts. */
export const firmwareQuery = queryOptions({
  queryKey: ['firmware'],
  queryFn: ({ signal }) => device.call(firmwareStatus, {}, { signal }),
  // No event says when the device keeps firmware that it tries.
  refetchInterval: ({ state }) => (state.data?.isCommited === false ? READY_RETRY : false),
})

/**
 * With which settings a rollback starts; the ones that the firmware had, as far as other devices
 * than ours can tell.
 */
export const rollbackQuery = queryOptions({
  queryKey: [...firmwareQuery.queryKey, 'rollback'],
  queryFn: async ({ signal }) =>
    deviceHas(rollbackSettings)
      ? (await device.call(rollbackSettings, {}, { signal })).settings
      : 'own',
})

/**
 * Rolls back to the inactive firmware. The firmware running until then is stored, so that the
 * outcome can be determined.
 * @throws DeviceFault when the device refuses; nothing is pending then
 */
export async function rollBack(): Promise<void> {
  const before = await readRunning(device)
  firmwareWatch.begin({ ...before, type: 'rollback', at: Date.now(), answered: true })
  try {
    await beginRestart('rollback', () => client.call(rollbackFirmware, {}))
  } catch (fault) {
    firmwareWatch.dismiss()
    throw fault
  }
}

/** What to upload. */
export interface Upgrade {
  file: File
  /** Whether the new firmware starts with factory values. */
  factoryDefault: boolean
}

/**
 * Uploads an image; the overlay appears once the device has accepted it (A §4). When the answer to
 * a complete upload got lost, the device is watched instead.
 * @throws DeviceFault when the device refused it, or the person's own abort
 */
export async function upgrade(
  { file, factoryDefault }: Upgrade,
  { signal, onProgress }: UploadProgress,
) {
  const before = await readRunning(device)
  const expected = factoryDefault ? await whereAfterReset() : undefined
  const transfer = { complete: false }
  const begin = (answered: boolean) =>
    firmwareWatch.begin({ ...before, type: 'upgrade', at: Date.now(), answered })
  try {
    await files.upload(
      upgradeFirmware,
      { type: factoryDefault ? 'factorydefault' : 'normal' },
      file,
      {
        signal,
        onProgress(sent, total) {
          transfer.complete = sent === total
          onProgress(sent, total)
        },
      },
    )
  } catch (fault) {
    if (!transfer.complete || !brokeOff(fault)) throw fault
    begin(false)
    firmwareWatch.follow()
    return
  }
  begin(true)
  await restart.begin('upgrade', before.bootId, () => Promise.resolve(), expected)
}
