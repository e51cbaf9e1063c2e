import { join } from 'node:path'
import type { PersonaId } from '@lintel/contract/firmware'
import type { FaultSwitch, Plugged, StartReason, World } from '@lintel/contract/wire'
import type { DeviceLog } from './device-log.ts'
import type { Hardware } from './hardware/hardware.ts'
import type { Ports } from './ports.ts'
import type { SlotCode } from './slots/slot-folders.ts'
import type { Slots } from './slots/slots.ts'
import { trustedKeys } from './slots/trusted-keys.ts'
import type { Wire } from './wire.ts'

export interface PlugParts {
  hardware: Pick<Hardware, 'state'>
  ports: Ports
  /** The address on which the device listens. */
  address: string
  bootSeconds: number
  dataFolder: string
  /** Whether uploaded programs may run. */
  allowApps?: boolean | undefined
  log: Pick<DeviceLog, 'file'>
}

/** The folder of the SD cards' images. */
export const cardFolder = (dataFolder: string): string => join(dataFolder, 'cards')

/** Time limit for the device to confirm fault switches, in milliseconds. */
const CONFIRM_LIMIT = 2_000

/** The bench's fault switches and persona; modified in place. */
export interface Switches {
  faults: FaultSwitch[]
  persona: PersonaId
}

/** What the device gets from outside: everything when it starts, changes later. */
export interface Plug {
  /** The message to a starting device, which runs this code. */
  plugged(reason: StartReason, code: SlotCode): Plugged
  /** Sends a running device what has changed around it. A booting one gets it when it runs. */
  update(): void
  /**
   * The device reports which fault switches are left. Ignored while it may not have received the
   * latest ones: its report is about earlier ones.
   */
  faultsLeft(faults: FaultSwitch[]): void
  /** Makes the next `update` send everything, changed or not. */
  forgetSent(): void
  /** The serial number in use: a new one applies from the next start on. */
  serial(): string
}

export function createPlug(
  { hardware, ports, ...parts }: PlugParts,
  slots: Slots,
  switches: Switches,
  wire: () => Wire | undefined,
): Plug {
  /** What the device has received. */
  let sent: (Switches & { world: World }) | undefined
  let serialInUse = hardware.state().serial
  /** Lists of fault switches that the device has not confirmed. */
  let unconfirmed = 0

  async function sendFaults(to: Wire, faults: FaultSwitch[]): Promise<void> {
    to.send({ type: 'faults', faults })
    unconfirmed += 1
    // A device that hangs or goes down confirms nothing, and gets the switches at its next start.
    await to.ask({ type: 'sync' }, CONFIRM_LIMIT).catch(() => undefined)
    unconfirmed -= 1
  }

  return {
    plugged(reason, { consoleFolder, pagesFolder }) {
      const { product, serial, clockOffset, world } = hardware.state()
      serialInUse = serial
      sent = { world, ...switches }
      const { http, https, sip, snmp, rtsp } = ports
      return {
        product,
        serial,
        address: parts.address,
        ports: { http, https, sip, snmp, rtsp },
        dataFolder: slots.stateFolder(),
        cardFolder: cardFolder(parts.dataFolder),
        logFile: parts.log.file,
        reason,
        bootSeconds: parts.bootSeconds,
        clockOffset,
        ...sent,
        consoleFolder,
        pagesFolder,
        firmware: slots.firmware(),
        trustedKeys: trustedKeys(parts.dataFolder),
        allowApps: parts.allowApps === true,
      }
    },
    update() {
      const to = wire()
      if (!to) return
      const { world } = hardware.state()
      const { faults, persona } = switches
      if (world !== sent?.world) to.send({ type: 'world', world })
      if (faults !== sent?.faults) void sendFaults(to, faults)
      if (persona !== sent?.persona) to.send({ type: 'persona', persona })
      sent = { world, faults, persona }
    },
    faultsLeft(faults) {
      if (unconfirmed > 0 || !sent) return
      switches.faults = faults
      sent = { ...sent, faults }
    },
    forgetSent() {
      sent = undefined
    },
    serial: () => serialInUse,
  }
}
