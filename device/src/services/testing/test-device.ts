import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { productCalled } from '@lintel/contract/products/products'
import { PLAIN_WORLD } from '@lintel/contract/wire'
import type { FirmwareSlots, FromDevice, ToDevice } from '@lintel/contract/wire'
import { openFaultTable } from '@lintel/front-door/fault-table'
import { personaOf } from '@lintel/front-door/persona'
import { openFrontDoor } from '@lintel/front-door/front-door'
import type { DeviceContext } from '@lintel/front-door/device-context'
import { startClock } from '../../clock/clock.ts'
import type { Device } from '../../device.ts'
import { openIoPorts } from '../../engines/io-ports/io-ports.ts'
import { openNetwork } from '../../engines/network/network.ts'
import { tellMoved } from '../../engines/network/tell-moved.ts'
import { openWebServer } from '../../engines/web-server/web-server.ts'
import { openNtp } from '../../engines/ntp/ntp.ts'
import { openDiscovery } from '../../engines/discovery/discovery.ts'
import { openPing } from '../../engines/ping/ping.ts'
import { openSpeaker } from '../../engines/sound/speaker.ts'
import { createEventBus } from '../../events/bus.ts'
import { openDisplay } from '../../hardware/display.ts'
import { openBoardFirmware } from '../../hardware/board-firmware.ts'
import { createThermometer } from '../../hardware/thermometer.ts'
import { openWire } from '../../hardware/wire.ts'
import { openLog } from '../../log.ts'
import { definitionsOf } from '../../products/definitions.ts'
import { DYNAMIC_GROUPS } from '../../products/dynamic-groups.ts'
import { openAccounts } from '../../state/accounts.ts'
import { openCertificateSets } from '../../state/certificate-sets.ts'
import { openCertificateStore } from '../../state/certificate-store.ts'
import { openDatabase } from '../../state/database.ts'
import { openIntercomSettings } from '../../state/intercom-settings.ts'
import { openOnvifAccounts } from '../../state/onvif-accounts.ts'
import { ownCertificate } from '../../state/own-certificate.ts'
import { openParameters } from '../../state/parameters.ts'
import { openSecretBox } from '../../state/secret-box.ts'
import { openSessions } from '../../state/sessions.ts'
import { openTrial, revertedAs } from '../../state/trial.ts'
import type { Service } from '../service.ts'

const SERIAL = 'ACCC8E012345'

const FIRMWARE: FirmwareSlots = {
  running: { slot: 'A', version: '9.80.3', buildDate: 'Nov 20 2026 09:12' },
  inactive: null,
  committed: true,
  upgradedAt: null,
}

export interface TestDevice extends Device {
  thermometer: ReturnType<typeof createThermometer>
  url: string
  /** What the bench was told, as `id` and its values. */
  told: [string, Record<string, string | number>][]
  /** What went over the wire to the board. */
  sent: FromDevice[]
  /** The board says something. */
  hear(message: ToDevice): void
  restarts: () => number
  /** Whether files can't be written from now on. */
  fillDisk(full: boolean): void
  /** Makes the accounts root, oper and view; each password is `pass-` and the name. */
  makeAccounts(): void
  /** A request as this account (Digest is left to the front door's own tests), with the console's header. */
  fetch(path: string, options?: RequestInit & { as?: string }): Promise<Response>
  /** The same, and the answer's text. */
  text(path: string, options?: RequestInit & { as?: string }): Promise<string>
  /** Posts an envelope and gives the answer. */
  json(path: string, envelope: object, as?: string): Promise<unknown>
  close(): Promise<void>
}

/** The real state, clock, bus and front door around the services, on a free port. The clock stands at `now`. */
export async function openTestDevice(
  services: readonly Service[],
  now = Date.UTC(2026, 10, 20, 13, 7, 32),
  product = productCalled('A8307-E'),
): Promise<TestDevice> {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-services-'))
  const database = openDatabase(join(folder, 'state.db'))
  const clock = startClock({ host: { now: () => now, monotonic: () => 0 } })
  const realm = product.realmPrefix + SERIAL
  const sessions = openSessions(database)
  const accounts = openAccounts(database, sessions, realm)
  const secrets = openSecretBox(join(folder, 'secrets.key'))
  const onvifAccounts = openOnvifAccounts(database, secrets)
  const parameters = openParameters(
    database,
    definitionsOf(product),
    {
      serial: SERIAL,
      lease: () => network.lease(),
      place: () => network.place(),
      ipv6: () => network.ipv6(),
      rootPasswordSet: () => accounts.rootPasswordSet(),
      now: () => clock.now(),
    },
    DYNAMIC_GROUPS,
    secrets,
  )
  parameters.set({ 'root.Network.HTTP.AuthenticationPolicy': 'basic' })
  const log = openLog('silent')
  const told: TestDevice['told'] = []
  const happened: Device['happened'] = (id, values = {}) => void told.push([id, values])
  const network = openNetwork({
    plugged: {
      address: '127.0.0.1',
      ports: { http: 0, https: 0, sip: 0, snmp: 0 },
      world: PLAIN_WORLD,
    },
    parameters,
    hasIPv6: product.ipv6,
    log,
    onMoved: (urls) => tellMoved({ events, happened }, urls),
    onStayed: (address) => happened('network.stayed', { address }),
  })
  const trial = openTrial({
    database,
    parameters,
    clock,
    log,
    onReverted: ({ note }) => happened(revertedAs(note), note),
  })
  const certificates = openCertificateStore(database, secrets)
  const webServer = openWebServer({
    parameters,
    certificates,
    own: ownCertificate(
      certificates,
      () => ['door', '127.0.0.1'],
      () => clock.now(),
    ),
    network,
    log,
    onHttps: (https) => wire.send({ type: 'https', https: https ?? '' }),
    onFailed: () => happened('webServer.failed'),
  })
  let restarts = 0
  let full = false
  const trustedKeys: string[] = []

  const events = createEventBus(() => clock.now())
  const ntp = openNtp({
    clock,
    parameters,
    network,
    events,
    log,
    step: (utc) => clock.set(utc),
    cable: true,
  })

  const sent: FromDevice[] = []
  const board = new EventEmitter()
  const wire = openWire({
    connected: true,
    send: (message) => sent.push(message),
    on: board.on.bind(board),
  })

  const intercomSettings = openIntercomSettings(database)
  const display = product.capabilities?.display
    ? openDisplay({ clock, parameters, events, wire, settings: intercomSettings })
    : undefined
  display?.start()

  const device = {
    product,
    plugged: {
      serial: SERIAL,
      dataFolder: folder,
      logFile: join(folder, 'device.log'),
      ports: { http: 0, https: 0, sip: 0, snmp: 0 },
      world: PLAIN_WORLD,
      product: product.number,
      trustedKeys,
    } as Device['plugged'],
    clock,
    database,
    parameters,
    accounts,
    onvifAccounts,
    sessions,
    events,
    wire,
    thermometer: createThermometer(20),
    ioPorts: openIoPorts({
      ports: product.ports,
      contacts: PLAIN_WORLD.contacts,
      clock,
      database,
      parameters,
      events,
      wire,
      happened,
      log,
    }),
    intercomSettings,
    display,
    speaker: product.audio?.output ? openSpeaker({ database, clock, wire }) : undefined,
    network,
    webServer,
    certificates,
    certificateSets: openCertificateSets(database),
    trial,
    ntp,
    ping: openPing({ own: () => [network.place().address] }),
    discovery: openDiscovery({
      parameters,
      network,
      product,
      serial: SERIAL,
      clock,
      log,
      cable: true,
    }),
    log,
    bootId: 'a537b0cb-558a-4efd-bdce-e4be6bd22c9a',
    bootedAt: now,
    happened,
    firmware: openBoardFirmware(wire, FIRMWARE),
    diskFull: () => full,
    restart() {
      restarts += 1
    },
    leaving: () => restarts > 0,
  }
  const deviceContext: DeviceContext = {
    realm,
    serial: SERIAL,
    phase: () => (accounts.rootPasswordSet() ? 'ready' : 'setup'),
    credentials: (user) => accounts.credentials(user),
    tokenCredentials: (user) => onvifAccounts.credentials(user),
    policy: () => parameters.get('root.Network.HTTP.AuthenticationPolicy'),
    hostNames: () => [],
    sessions,
    expectsTicket: () => trial.record()?.state === 'running',
    now: () => clock.now(),
    language: () => 'English',
    productName: () => product.brand.shortName,
    log,
    faults: openFaultTable(() => {}),
    persona: () => personaOf('own'),
  }
  const running = services.map((service) => service(device))
  const frontDoor = await openFrontDoor(deviceContext, {
    calls: running.flatMap(({ calls }) => calls),
    sockets: running.flatMap(({ sockets }) => sockets ?? []),
    consoleFolder: folder,
  })
  await webServer.open(frontDoor)
  const { http: url } = await network.open({
    ...frontDoor,
    tlsFor: webServer.tlsFor,
  })

  const ask: TestDevice['fetch'] = (path, { as, ...options } = {}) => {
    const headers = new Headers(options.headers)
    headers.set('x-lintel-console', '1')
    if (as !== undefined) headers.set('authorization', authorization(as))
    return fetch(url + path, { ...options, headers })
  }

  return {
    ...device,
    url,
    told,
    sent,
    hear: (message) => void board.emit('message', message),
    restarts: () => restarts,
    fillDisk(now) {
      full = now
    },
    makeAccounts() {
      const groups = ['admin', 'operator', 'viewer', 'ptz']
      accounts.add({ name: 'root', comment: '', groups }, 'pass-root')
      accounts.add({ name: 'oper', comment: '', groups: ['operator', 'viewer'] }, 'pass-oper')
      accounts.add({ name: 'view', comment: '', groups: ['viewer'] }, 'pass-view')
    },
    fetch: ask,
    text: async (path, options) => (await ask(path, options)).text(),
    async json(path, envelope, as) {
      const body = JSON.stringify(envelope)
      const response = await ask(path, { method: 'POST', body, ...(as ? { as } : {}) })
      return response.json()
    },
    async close() {
      webServer.close()
      await frontDoor.close()
      for (const one of running) one.close?.()
      ntp.close()
      display?.close()
      database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Basic credentials of an account of `makeAccounts`. */
export function authorization(user: string): string {
  return `Basic ${Buffer.from(`${user}:pass-${user}`).toString('base64')}`
}
