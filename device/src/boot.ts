import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Refusal } from '@lintel/contract/fault'
import { productCalled } from '@lintel/contract/products/products'
import type { Plugged } from '@lintel/contract/wire'
import { openFaultTable } from '@lintel/front-door/fault-table'
import { personaOf } from '@lintel/front-door/persona'
import { openFrontDoor } from '@lintel/front-door/front-door'
import type { Clock } from './clock/clock.ts'
import type { Device } from './device.ts'
import { openIoPorts } from './engines/io-ports/io-ports.ts'
import { openNetwork } from './engines/network/network.ts'
import { tellMoved } from './engines/network/tell-moved.ts'
import { openLeftOver } from './engines/web-server/left-over.ts'
import { openWebServer } from './engines/web-server/web-server.ts'
import { openNtp } from './engines/ntp/ntp.ts'
import { openDiscovery } from './engines/discovery/discovery.ts'
import { openPing } from './engines/ping/ping.ts'
import { openSnmp } from './engines/snmp/snmp.ts'
import { openSpeaker } from './engines/sound/speaker.ts'
import { createEventBus } from './events/bus.ts'
import { openBoardFirmware } from './hardware/board-firmware.ts'
import { answerBoard } from './hardware/board-questions.ts'
import { openDisplay } from './hardware/display.ts'
import { placeOf } from './hardware/lease.ts'
import { createThermometer } from './hardware/thermometer.ts'
import type { Wire } from './hardware/wire.ts'
import { deviceContextOf } from './device-context.ts'
import type { Log } from './log.ts'
import { definitionsOf } from './products/definitions.ts'
import { DYNAMIC_GROUPS } from './products/dynamic-groups.ts'
import { pagesOf } from './pages.ts'
import { servicesOf } from './services/services.ts'
import { synchroniseClock } from './services/time/set-clock.ts'
import { openAccounts } from './state/accounts.ts'
import { openCertificateSets } from './state/certificate-sets.ts'
import { openCertificateStore } from './state/certificate-store.ts'
import { openDatabase } from './state/database.ts'
import { openIntercomSettings } from './state/intercom-settings.ts'
import { openOnvifAccounts } from './state/onvif-accounts.ts'
import { ownCertificate } from './state/own-certificate.ts'
import { openParameters } from './state/parameters.ts'
import { finishRestore } from './state/reset.ts'
import { openSecretBox } from './state/secret-box.ts'
import { openSessions } from './state/sessions.ts'
import { openTrial, revertedAs } from './state/trial.ts'

/** Milliseconds that answers on their way have before a restart takes the device down. */
const FAREWELL = 100

export interface Booted {
  /** Goes down in order: everything closed, nothing lost. */
  shutDown(): Promise<void>
}

/** What the device's process gives it. */
export interface ProcessParts {
  wire: Wire
  clock: Clock
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
  { wire, clock, log, exit }: ProcessParts,
): Promise<Booted> {
  const faults = openFaultTable((left) => wire.send({ type: 'faultUsed', faults: left }))
  faults.set(plugged.faults)
  let persona = personaOf(plugged.persona)
  const database = openDatabase(join(plugged.dataFolder, 'state.db'), {
    diskFull: () => faults.diskFull(),
  })
  const { version, buildDate } = plugged.firmware.running
  const product = { ...productCalled(plugged.product), firmware: { version, buildDate } }
  const definitions = definitionsOf(product)
  const restored = finishRestore(database, definitions)
  const realm = product.realmPrefix + plugged.serial
  const sessions = openSessions(database)
  const accounts = openAccounts(database, sessions, realm)
  const secrets = openSecretBox(join(plugged.dataFolder, 'secrets.key'))
  const onvifAccounts = openOnvifAccounts(database, secrets)
  const parameters = openParameters(
    database,
    definitions,
    {
      serial: plugged.serial,
      lease: () => network.lease(),
      place: () => network.place(),
      ipv6: () => network.ipv6(),
      rootPasswordSet: () => accounts.rootPasswordSet(),
      now: () => clock.now(),
    },
    DYNAMIC_GROUPS,
    secrets,
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
    onReverted: ({ note }) => happened(revertedAs(note), note),
  })
  const network = openNetwork({
    plugged,
    parameters,
    hasIPv6: product.ipv6,
    log,
    onMoved(urls) {
      wire.send({ type: 'moved', http: urls.http, https: urls.https })
      tellMoved({ events, happened }, urls)
      snmp.follow()
      discovery.follow()
    },
    onStayed: (address) => happened('network.stayed', { address }),
  })
  const certificates = openCertificateStore(database, secrets)
  const own = ownCertificate(
    certificates,
    () => {
      const name = parameters.get('root.Network.VolatileHostName.HostName')
      return [name, `${name}.local`, placeOf(plugged.address).address]
    },
    () => clock.now(),
  )
  const webServer = openWebServer({
    parameters,
    certificates,
    own,
    network,
    log,
    onHttps(https) {
      wire.send({ type: 'https', https: https ?? '' })
      network.follow()
      discovery.follow()
    },
    onFailed: () => happened('webServer.failed'),
  })
  const leftOver = openLeftOver({ parameters, wire })
  const thermometer = createThermometer(plugged.world.temperature)
  const intercomSettings = openIntercomSettings(database)
  const display = product.capabilities?.display
    ? openDisplay({ clock, parameters, events, wire, settings: intercomSettings })
    : undefined
  const speaker = product.audio?.output ? openSpeaker({ database, clock, wire }) : undefined
  const ioPorts = openIoPorts({
    ports: product.ports,
    contacts: plugged.world.contacts,
    clock,
    database,
    parameters,
    events,
    wire,
    happened,
    log,
  })
  const ntp = openNtp({
    clock,
    parameters,
    network,
    events,
    log,
    step: (utc, server) => synchroniseClock(device, utc, server),
    cable: plugged.world.cable,
  })
  const snmp = openSnmp({
    serial: plugged.serial,
    port: plugged.ports.snmp,
    place: () => network.listening(),
    reason: plugged.reason,
    cable: plugged.world.cable,
    clock,
    parameters,
    log,
    happened,
  })
  const discovery = openDiscovery({
    parameters,
    network,
    product,
    serial: plugged.serial,
    clock,
    log,
    cable: plugged.world.cable,
  })
  let leaving = false
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
    ioPorts,
    intercomSettings,
    display,
    speaker,
    network,
    webServer,
    certificates,
    certificateSets: openCertificateSets(database),
    trial,
    ntp,
    ping: openPing({ own: () => [network.place().address] }),
    discovery,
    log,
    bootId: randomUUID(),
    bootedAt: clock.now(),
    happened,
    firmware: openBoardFirmware(wire, plugged.firmware),
    diskFull: () => faults.diskFull(),
    restart() {
      leaving = true
      void restart()
    },
    leaving: () => leaving,
  }
  const services = servicesOf(product).map((service) => service(device))
  const frontDoor = await openFrontDoor(
    deviceContextOf(device, realm, faults, () => persona),
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
    await Promise.all([snmp.close(), discovery.close()])
    ioPorts.close()
    trial.close()
    display?.close()
    webServer.close()
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

  wire.on('world', ({ world }) => {
    thermometer.set(world.temperature)
    ioPorts.wire(world.contacts)
    network.setWorld(world)
    frontDoor.plug(world.cable)
    ntp.plug(world.cable)
    snmp.plug(world.cable)
    discovery.plug(world.cable)
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
    oldCiphers({ left }) {
      leftOver.leave(left)
      device.happened(left ? 'ciphers.left' : 'ciphers.cleared')
    },
    save: ({ file }) => database.save(file),
    async restore({ file, clockOffset }) {
      database.restore(file)
      clock.adopt(clockOffset)
      display?.wake()
      await network.settled()
      await snmp.settled()
      await webServer.refresh()
    },
  })

  await webServer.open(frontDoor)
  frontDoor.plug(plugged.world.cable)
  await clock.wait(plugged.bootSeconds * 1000 - clock.monotonic())
  const urls = await network.open({ ...frontDoor, tlsFor: webServer.tlsFor })
  if (restored) happened('reset.restored')
  display?.start()
  ntp.start()
  await snmp.start()
  discovery.start()
  wire.send({ type: 'running', http: urls.http, https: urls.https })
  log.info({ boot: device.bootId, milliseconds: Math.round(performance.now()) }, 'running')
  void webServer.refresh()
  return { shutDown }
}
