import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { productCalled } from '@lintel/contract/products/products'
import type { Plugged } from '@lintel/contract/wire'
import { openFaultTable } from '@lintel/front-door/fault-table'
import { personaOf } from '@lintel/front-door/persona'
import { openFrontDoor } from '@lintel/front-door/front-door'
import { startClock } from './clock/clock.ts'
import type { Device } from './device.ts'
import { openNetwork } from './engines/network/network.ts'
import { createEventBus } from './events/bus.ts'
import { answerBoard } from './hardware/board-questions.ts'
import { openDisplay } from './hardware/display.ts'
import { createThermometer } from './hardware/thermometer.ts'
import type { Wire } from './hardware/wire.ts'
import { houseOf } from './house.ts'
import type { Log } from './log.ts'
import { definitionsOf } from './products/definitions.ts'
import { servicesOf } from './services/services.ts'
import { openAccounts } from './state/accounts.ts'
import { openCertificateStore } from './state/certificate-store.ts'
import { openDatabase } from './state/database.ts'
import { openParameters } from './state/parameters.ts'
import { openSessions } from './state/sessions.ts'

/** Milliseconds that answers on their way have before a restart takes the device down. */
const FAREWELL = 100

export interface Booted {
  /** Goes down in order: everything closed, nothing lost. */
  shutDown(): Promise<void>
}

/** What the device's process gives it. */
export interface ProcessParts {
  wire: Wire
  log: Log
  /** Ends the process. */
  exit: () => void
}

/**
 * Puts the device together, boots it and opens its doors. The only place that knows everyone.
 * @throws when it cannot come up, such as when a port is taken; the board then tries again.
 */
export async function bootDevice(
  plugged: Plugged,
  { wire, log, exit }: ProcessParts,
): Promise<Booted> {
  const clock = startClock({
    offset: plugged.clockOffset,
    keepOffset: (offset) => wire.send({ type: 'clock', offset }),
  })
  const faults = openFaultTable((left) => wire.send({ type: 'faultUsed', faults: left }))
  faults.set(plugged.faults)
  let persona = personaOf(plugged.persona)
  const database = openDatabase(join(plugged.dataFolder, 'state.db'), {
    diskFull: () => faults.diskFull(),
  })
  const product = productCalled(plugged.product)
  const realm = product.realmPrefix + plugged.serial
  const sessions = openSessions(database)
  const accounts = openAccounts(database, sessions, realm)
  const parameters = openParameters(database, definitionsOf(product), {
    serial: plugged.serial,
    lease: () => network.lease(),
    place: () => network.place(),
    rootPasswordSet: () => accounts.rootPasswordSet(),
    now: () => clock.now(),
  })
  const network = openNetwork(plugged, () => parameters.get('root.Network.BootProto') === 'dhcp')
  const certificates = openCertificateStore(database)
  const events = createEventBus(() => clock.now())
  const thermometer = createThermometer(plugged.world.temperature)
  const display = product.capabilities?.display
    ? openDisplay({ clock, parameters, events, wire })
    : undefined
  const device: Device = {
    product,
    plugged,
    clock,
    parameters,
    accounts,
    sessions,
    events,
    wire,
    thermometer,
    network,
    log,
    bootId: randomUUID(),
    bootedAt: clock.now(),
    happened(id, values = {}) {
      wire.send({ type: 'happened', happening: { at: clock.now(), id, values } })
    },
    restart() {
      void restart()
    },
  }
  const services = servicesOf(product).map((service) => service(device))
  const frontDoor = await openFrontDoor(
    houseOf(device, realm, faults, () => persona),
    {
      calls: services.flatMap(({ calls }) => calls),
      sockets: services.flatMap(({ sockets }) => sockets ?? []),
      consoleFolder: plugged.consoleFolder,
    },
  )

  let goingDown: Promise<void> | undefined

  function shutDown(): Promise<void> {
    goingDown ??= closeAll()
    return goingDown
  }

  async function closeAll(): Promise<void> {
    display?.close()
    await frontDoor.close()
    for (const service of services) service.close?.()
    database.close()
    log.info({}, 'down')
  }

  async function restart(): Promise<void> {
    await clock.wait(FAREWELL)
    wire.send({ type: 'restart' })
    await shutDown()
    exit()
  }

  /** Shows the certificate that is kept; makes one where there is none. */
  async function showCertificate(): Promise<string | undefined> {
    const kept = certificates.current()
    if (kept) return frontDoor.setCertificate(kept)
    const { makeCertificate } = await import('./state/make-certificate.ts')
    const name = parameters.get('root.Network.HostName')
    const others = [`${name}.local`, network.place().address]
    const made = await makeCertificate({ hostName: name, others, now: clock.now() })
    if (goingDown) return undefined
    certificates.keep(made)
    return frontDoor.setCertificate(made)
  }

  async function showHttps(): Promise<void> {
    const https = await showCertificate()
    if (https !== undefined) wire.send({ type: 'https', https })
  }

  wire.on('world', ({ world }) => {
    thermometer.set(world.temperature)
    network.setWorld(world)
    frontDoor.plug(world.cable)
  })
  wire.on('faults', ({ faults: given }) => {
    faults.set(given)
  })
  wire.on('persona', ({ persona: id }) => {
    persona = personaOf(id)
  })
  answerBoard(wire, log, {
    advance: ({ milliseconds }) => clock.advance(milliseconds),
    clock({ offset }) {
      sessions.clockMoved(offset - clock.offset())
      clock.adopt(offset)
    },
    save: ({ file }) => database.save(file),
    async restore({ file, clockOffset }) {
      database.restore(file)
      clock.adopt(clockOffset)
      await showHttps()
    },
  })

  const hasCertificate = certificates.current() !== undefined
  if (hasCertificate) await showCertificate()
  frontDoor.plug(plugged.world.cable)
  await clock.wait(plugged.bootSeconds * 1000 - clock.monotonic())
  const { address, ports } = plugged
  const urls = await frontDoor.listen({ address, http: ports.http, https: ports.https })
  display?.start()
  wire.send({ type: 'running', http: urls.http, https: urls.https })
  log.info({ boot: device.bootId, milliseconds: Math.round(performance.now()) }, 'running')
  if (!hasCertificate) {
    showHttps().catch((cause: unknown) => {
      log.error({ err: cause }, 'no certificate, no https')
    })
  }
  return { shutDown }
}
