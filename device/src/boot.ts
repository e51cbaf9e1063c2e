import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Refusal } from '@lintel/contract/fault'
import { productCalled } from '@lintel/contract/products/products'
import type { Plugged } from '@lintel/contract/wire'
import { openFaultTable } from '@lintel/front-door/fault-table'
import { personaOf } from '@lintel/front-door/persona'
import { openFrontDoor } from '@lintel/front-door/front-door'
import { startClock } from './clock/clock.ts'
import type { Device } from './device.ts'
import { openNetwork } from './engines/network/network.ts'
import { tellMoved } from './engines/network/tell-moved.ts'
import { openNtp } from './engines/ntp/ntp.ts'
import { openSpeaker } from './engines/sound/speaker.ts'
import { createEventBus } from './events/bus.ts'
import { answerBoard } from './hardware/board-questions.ts'
import { openDisplay } from './hardware/display.ts'
import { placeOf } from './hardware/lease.ts'
import { createThermometer } from './hardware/thermometer.ts'
import type { Wire } from './hardware/wire.ts'
import { houseOf } from './house.ts'
import type { Log } from './log.ts'
import { definitionsOf } from './products/definitions.ts'
import { DYNAMIC_GROUPS } from './products/dynamic-groups.ts'
import { pagesOf } from './pages.ts'
import { servicesOf } from './services/services.ts'
import { synchroniseClock } from './services/time/set-clock.ts'
import { openAccounts } from './state/accounts.ts'
import { openCertificateStore } from './state/certificate-store.ts'
import { openDatabase } from './state/database.ts'
import { openOnvifAccounts } from './state/onvif-accounts.ts'
import { ownCertificate } from './state/own-certificate.ts'
import { openParameters } from './state/parameters.ts'
import { openSecretBox } from './state/secret-box.ts'
import { openSessions } from './state/sessions.ts'
import { openTrial } from './state/trial.ts'

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
  const secrets = openSecretBox(join(plugged.dataFolder, 'secrets.key'))
  const onvifAccounts = openOnvifAccounts(database, secrets)
  const parameters = openParameters(
    database,
    definitionsOf(product),
    {
      serial: plugged.serial,
      lease: () => network.lease(),
      place: () => network.place(),
      rootPasswordSet: () => accounts.rootPasswordSet(),
      now: () => clock.now(),
    },
    DYNAMIC_GROUPS,
  )
  const events = createEventBus(() => clock.now())
  const happened: Device['happened'] = (id, values = {}) => {
    wire.send({ type: 'happened', happening: { at: clock.now(), id, values } })
  }
  const trial = openTrial({
    database,
    parameters,
    clock,
    log,
    onReverted: ({ note }) => happened('trial.reverted', note),
  })
  const network = openNetwork({
    plugged,
    parameters,
    log,
    onMoved(urls) {
      wire.send({ type: 'moved', http: urls.http, https: urls.https })
      tellMoved({ events, happened }, urls)
    },
    onStayed: (address) => happened('network.stayed', { address }),
  })
  const certificate = ownCertificate(
    openCertificateStore(database),
    () => {
      const name = parameters.get('root.Network.HostName')
      return [name, `${name}.local`, placeOf(plugged.address).address]
    },
    () => clock.now(),
  )
  const thermometer = createThermometer(plugged.world.temperature)
  const display = product.capabilities?.display
    ? openDisplay({ clock, parameters, events, wire })
    : undefined
  const speaker = product.audio?.output ? openSpeaker({ database, clock, wire }) : undefined
  const ntp = openNtp({
    clock,
    parameters,
    network,
    events,
    log,
    step: (utc, server) => synchroniseClock(device, utc, server),
    cable: plugged.world.cable,
  })
  const device: Device = {
    product,
    plugged,
    clock,
    database,
    parameters,
    accounts,
    onvifAccounts,
    sessions,
    events,
    wire,
    thermometer,
    speaker,
    network,
    trial,
    ntp,
    log,
    bootId: randomUUID(),
    bootedAt: clock.now(),
    happened,
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
      devicePages: pagesOf(product, plugged.pagesFolder),
    },
  )

  let goingDown: Promise<void> | undefined

  function shutDown(): Promise<void> {
    goingDown ??= closeAll()
    return goingDown
  }

  async function closeAll(): Promise<void> {
    ntp.close()
    trial.close()
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

  /** Shows a certificate that is valid where the device answers; makes one where there is none. */
  async function showHttps(): Promise<void> {
    const { address } = network.place()
    const https = await frontDoor.setCertificate(await certificate.validAt(address))
    if (https !== undefined) wire.send({ type: 'https', https })
  }

  /** The first one is made after the doors are open; until then there is none to follow with. */
  const certificateFor = async (address: string) =>
    certificate.current() && certificate.validAt(address)

  wire.on('world', ({ world }) => {
    thermometer.set(world.temperature)
    network.setWorld(world)
    frontDoor.plug(world.cable)
    ntp.plug(world.cable)
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
    speaker({ calibrated }) {
      if (!speaker) throw new Refusal('invalid', 'The device has no loudspeaker.')
      if (calibrated) speaker.calibrate()
      else speaker.forget()
      device.happened(calibrated ? 'speaker.calibrated' : 'speaker.forgotten')
    },
    save: ({ file }) => database.save(file),
    async restore({ file, clockOffset }) {
      database.restore(file)
      clock.adopt(clockOffset)
      await network.settled()
      await showHttps()
    },
  })

  const kept = certificate.current()
  if (kept) await frontDoor.setCertificate(kept)
  frontDoor.plug(plugged.world.cable)
  await clock.wait(plugged.bootSeconds * 1000 - clock.monotonic())
  const urls = await network.open({ ...frontDoor, certificateFor })
  display?.start()
  ntp.start()
  wire.send({ type: 'running', http: urls.http, https: urls.https })
  log.info({ boot: device.bootId, milliseconds: Math.round(performance.now()) }, 'running')
  showHttps().catch((cause: unknown) => {
    if (!goingDown) log.error({ err: cause }, 'no certificate, no https')
  })
  return { shutDown }
}
