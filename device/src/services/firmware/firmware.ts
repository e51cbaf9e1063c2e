import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  commitFirmware,
  firmwareStatus,
  getFirmwareVersions,
  purgeFirmware,
  rebootFirmware,
  resetFirmware,
  rollbackFirmware,
  rollbackSettings,
  upgradeFirmware,
} from '@lintel/contract/calls/firmware'
import { Refusal } from '@lintel/contract/fault'
import { isOlder } from '@lintel/contract/firmware'
import type { SlotFirmware } from '@lintel/contract/wire'
import { serve } from '@lintel/front-door/serve'
import { dateText, localTime, timeText } from '../../clock/zone.ts'
import type { Service } from '../service.ts'
import { reset } from '../system/reset.ts'
import { zoneOf } from '../time/local.ts'

/**
 * Firmware upload and management: the device verifies an image, the board stores it in a slot.
 * Source: console specification A §7 "Maintenance".
 */
export const firmwareService: Service = (device) => {
  const { firmware, plugged, log } = device
  const folder = join(plugged.dataFolder, 'upload')
  let uploading = false

  /** One at a time, and none once a shutdown has begun. */
  function begin(): void {
    if (uploading) throw new Refusal('busy', 'A firmware image is being uploaded.')
    if (device.leaving()) throw new Refusal('busy', 'The device restarts.')
  }

  function needsOther(): void {
    if (!firmware.slots().inactive) throw new Refusal('absent', 'No old firmware exists.')
  }

  // Removes an upload interrupted by a power cut.
  const cleared = rm(folder, { recursive: true, force: true }).catch((cause: unknown) => {
    log.error({ err: cause }, 'could not remove an interrupted upload')
  })

  return {
    calls: [
      serve(firmwareStatus, () => {
        const { running, inactive, committed, upgradedAt } = firmware.slots()
        return {
          activeFirmwareVersion: running.version,
          activeFirmwarePart: partOf(running),
          ...(inactive ? { inactiveFirmwareVersion: inactive.version } : {}),
          isCommited: committed,
          ...(upgradedAt === null ? {} : { lastUpgradeAt: textOf(upgradedAt) }),
        }
      }),
      serve(rollbackFirmware, async () => {
        begin()
        needsOther()
        await firmware.order({ do: 'rollback' })
        device.restart()
        return {}
      }),
      serve(rollbackSettings, () => {
        needsOther()
        return { settings: firmware.slots().inactiveSettings ?? 'own' }
      }),
      serve(commitFirmware, async () => {
        begin()
        await firmware.order({ do: 'commit' })
        return {}
      }),
      serve(purgeFirmware, async () => {
        begin()
        needsOther()
        await firmware.order({ do: 'purge' })
        return {}
      }),
      serve(rebootFirmware, () => {
        begin()
        device.restart()
        return {}
      }),
      serve(resetFirmware, async ({ factoryDefaultMode }) => {
        begin()
        await reset(device, factoryDefaultMode)
        return {}
      }),
      serve(getFirmwareVersions, () => ({ apiVersions: [firmwareStatus.answersWith] })),
      serve(upgradeFirmware, async ({ fields, file }) => {
        begin()
        uploading = true
        try {
          await cleared
          // Loaded on demand: it is seldom needed.
          const { unpackImage } = await import('../../engines/firmware/unpack-image.ts')
          const { version } = await unpackImage(file.bytes, {
            folder,
            trustedKeys: plugged.trustedKeys,
            product: plugged.product,
            diskFull: () => device.diskFull(),
          })
          const factoryDefault = fields.type === 'factorydefault'
          await firmware.order({ do: 'install', folder, factoryDefault })
          log.info({ version, factoryDefault }, 'firmware installed')
          device.logToBench('firmware.uploaded', { version })
          device.restart()
          const present = firmware.slots().running.version
          const older = isOlder(version, present) ? ` It is older than ${present}.` : ''
          return `Firmware ${version} is installed.${older} The device restarts now.`
        } catch (cause) {
          if (cause instanceof Refusal) {
            log.warn({ reason: cause.message }, 'firmware refused')
            device.logToBench('firmware.refused', { reason: cause.message })
          }
          throw cause
        } finally {
          uploading = false
          await rm(folder, { recursive: true, force: true })
        }
      }),
    ],
  }

  /** `2018-10-02 15:24:45` in the device's time zone. */
  function textOf(utc: number): string {
    const local = localTime(zoneOf(device.parameters), utc)
    return `${dateText(local)} ${timeText(local)}`
  }
}

/** Ten digits that identify the firmware. */
function partOf({ version, buildDate }: SlotFirmware): string {
  const digest = createHash('sha256').update(`${version} ${buildDate}`).digest()
  return String(digest.readUIntBE(0, 6) % 10 ** 10).padStart(10, '0')
}
