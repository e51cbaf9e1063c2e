import type { PersonaId } from '@lintel/contract/firmware'
import type { FaultSwitch, Plugged, StartReason, World } from '@lintel/contract/wire'
import type { DeviceLog } from './device-log.ts'
import type { Hardware } from './hardware/hardware.ts'
import type { Ports } from './ports.ts'
import type { SlotCode, Slots } from './slots/slots.ts'
import { trustedKeys } from './slots/trusted-keys.ts'
import type { Wire } from './wire.ts'

export interface PlugParts {
  hardware: Hardware
  ports: Ports
  /** The address on which the device listens. */
  address: string
  bootSeconds: number
  dataFolder: string
  log: Pick<DeviceLog, 'file'>
}

/** What the bench has switched; it is modified in place. */
export interface Switches {
  faults: FaultSwitch[]
  persona: PersonaId
}

/** The messages to the device: everything when it starts, changes later. */
export interface Plug {
  /**
   * @param code the code of this start
   */
  plugged(reason: StartReason, code: SlotCode): Plugged
  /** Tells a running device what has changed around it; a booting one is told when it runs. */
  tell(): void
  /** The device reports which fault switches are left. */
  faultsLeft(faults: FaultSwitch[]): void
  /** The device's knowledge is unknown: `tell` sends everything again. */
  forget(): void
  /** The serial number in use: a new one applies from the next start on. */
  serial(): string
}

export function createPlug(
  { hardware, ports, ...parts }: PlugParts,
  slots: Slots,
  switches: Switches,
  wire: () => Wire | undefined,
): Plug {
  let knows: (Switches & { world: World }) | undefined
  let serialInUse = hardware.state().serial

  return {
    plugged(reason, { consoleFolder, pagesFolder }) {
      const { product, serial, clockOffset, world } = hardware.state()
      serialInUse = serial
      knows = { world, ...switches }
      const { http, https, sip, snmp } = ports
      return {
        product,
        serial,
        address: parts.address,
        ports: { http, https, sip, snmp },
        dataFolder: slots.stateFolder(),
        logFile: parts.log.file,
        reason,
        bootSeconds: parts.bootSeconds,
        clockOffset,
        ...knows,
        consoleFolder,
        pagesFolder,
        firmware: slots.told(),
        trustedKeys: trustedKeys(parts.dataFolder),
      }
    },
    tell() {
      const to = wire()
      if (!to) return
      const { world } = hardware.state()
      const { faults, persona } = switches
      if (world !== knows?.world) to.send({ type: 'world', world })
      if (faults !== knows?.faults) to.send({ type: 'faults', faults })
      if (persona !== knows?.persona) to.send({ type: 'persona', persona })
      knows = { world, faults, persona }
    },
    faultsLeft(faults) {
      if (knows) knows = { ...knows, faults }
    },
    forget() {
      knows = undefined
    },
    serial: () => serialInUse,
  }
}
