import type { DeviceUrls } from '@lintel/contract/calls/trial'
import { openFaultTable } from '@lintel/front-door/fault-table'
import { openFrontDoor } from '@lintel/front-door/front-door'
import type { ServedCall } from '@lintel/front-door/serve'
import { personaOf } from '@lintel/front-door/persona'
import { followBoard } from './board-link.ts'
import { deviceContextOf } from './device-context.ts'
import { callMaker } from './call-by-board.ts'
import type { Device } from './device.ts'
import { openEngines } from './engines/engines.ts'
import { createLifecycle } from './engines/lifecycle.ts'
import { pagesOf } from '@lintel/front-door/pages/device-pages'
import { openPlatform } from './platform.ts'
import type { DeviceParts } from './platform.ts'
import type { Service } from './services/service.ts'
import { servicesOf } from './services/services.ts'
import type { Database } from './state/database.ts'

/** A composed device: connected to the board, but not listening yet. */
export interface ComposedDevice {
  device: Device
  /** Starts listening. Rejects when a port is in use. */
  listen(): Promise<DeviceUrls>
  /** Starts the engines, in order. */
  start(): Promise<void>
  /** Closes in reverse: engines, front door, services, state. */
  close(): Promise<void>
}

/**
 * Composes a device: the only place that does so, for the process and for tests.
 * @param overrides.services replaces all services of the product
 */
export async function composeDevice(
  parts: DeviceParts,
  overrides: { services?: readonly Service[] } = {},
): Promise<ComposedDevice> {
  const { plugged, wire } = parts
  const faults = openFaultTable((left) => wire.send({ type: 'faultUsed', faults: left }))
  faults.set(plugged.faults)
  let persona = personaOf(plugged.persona)
  const lifecycle = createLifecycle()
  const platform = openPlatform(parts, {
    diskFull: () => faults.diskFull(),
    addressChanged: () => lifecycle.addressChanged(),
    network: () => device.network,
  })
  const device: Device = openEngines(platform, lifecycle)
  const { product, webServer, network, health, trial, database } = device
  const { services = servicesOf(product) } = overrides
  const running = services.map((service) => service(device))
  const calls = running.flatMap((one) => one.calls).map((served) => sharing(served, database))
  const frontDoor = await openFrontDoor(
    deviceContextOf(device, faults, () => persona),
    {
      calls,
      sockets: running.flatMap(({ sockets }) => sockets ?? []),
      folders: running.flatMap(({ folders }) => folders ?? []),
      consoleFolder: plugged.consoleFolder,
      devicePages: pagesOf(product, plugged.pagesFolder),
    },
  )
  frontDoor.plug(plugged.world.cable)
  wire.on('world', ({ world }) => {
    lifecycle.worldChanged(world)
    frontDoor.plug(world.cable)
  })
  wire.on('faults', (message) => {
    faults.set(message.faults)
  })
  wire.on('persona', (message) => {
    persona = personaOf(message.persona)
  })
  followBoard(device, lifecycle, callMaker(calls))

  return {
    device,
    async listen() {
      health.open(frontDoor)
      await webServer.open(frontDoor)
      return network.open({ ...frontDoor, tlsFor: webServer.tlsFor })
    },
    start: () => lifecycle.start(),
    async close() {
      await lifecycle.close()
      await frontDoor.close()
      for (const service of running.toReversed()) service.close?.()
      trial.close()
      database.close()
    },
  }
}

/** Runs the handlers of calls that change stored state in shared transactions. */
function sharing(served: ServedCall, database: Database): ServedCall {
  const { call, handler, changes } = served
  if (!changes) return served
  return {
    call,
    handler: (request, context) => database.share(() => handler(request, context)),
  }
}
