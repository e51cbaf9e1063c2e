import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { openDoor } from '@lintel/front-door/door'
import type { Log } from '@lintel/front-door/device-context'
import { answerPlainly } from '@lintel/front-door/entrance'
import { hostAllowed } from '@lintel/front-door/host-check'
import { openListeners } from '@lintel/front-door/listeners'
import type { BuiltPages } from '@lintel/front-door/pages/built-pages'
import { answerRaw } from '@lintel/front-door/raw-answer'
import { requestInfoOf, retarget } from '@lintel/front-door/request-info'
import { contextOf, identifierOf } from './context.ts'
import { openRemoteDevice } from './device.ts'
import type { DeviceEntry, DeviceState, RemoteDevice } from './device.ts'
import { socketsOf } from './event-socket.ts'
import { createGatePages } from './gate-pages.ts'
import type { Gate } from './gate.ts'
import { passOn } from './pass-on.ts'
import { openPassedCalls } from './passed-calls.ts'

export interface GatewayOptions {
  devices: readonly DeviceEntry[]
  /** The address to listen at, and the port; 0: a free one. */
  at: { address: string; port: number }
  log: Log
  /** Folder of the built console. */
  consoleFolder: string
  devicePages: BuiltPages
}

export interface Gateway {
  /** Its URL without a path. */
  http: string
  /** In the order in which they were given. */
  devices: readonly {
    name: string
    /** The address of its console. */
    url: string
    /** As of the start. */
    state: DeviceState
    /** Of its certificate, if a person has to confirm that. */
    fingerprint?: string
  }[]
  close(): Promise<void>
}

const SEVERAL = '/devices/'

/**
 * Serves the console in front of devices on the network. One is at `/`; of several, each is at
 * `/devices/<name>/`, and `/` lists them.
 */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const { devices, at, log, consoleFolder, devicePages } = options
  const find = openPassedCalls()
  const isOnly = devices.length === 1

  async function openGate(entry: DeviceEntry): Promise<Gate> {
    const device = openRemoteDevice(entry)
    const base = isOnly ? '' : `${SEVERAL}${entry.name}`
    const context = contextOf(device, { base, log })
    const door = await openDoor(
      context,
      {
        calls: [],
        sockets: socketsOf(device),
        folders: [{ base: '/', find: (_path, request) => placeAt(device, request) }],
        consoleFolder,
        devicePages,
        identifier: identifierOf(device, context),
      },
      () => undefined,
    )
    return { device, door, base }
  }

  const placeAt = (device: RemoteDevice, request: IncomingMessage) => {
    const { path, query } = requestInfoOf(request)
    const passed = find(request.method ?? '', path, query)
    return passed && { access: 'anyone' as const, answer: passOn(device, passed) }
  }

  const gates = await Promise.all(devices.map(openGate))
  const [first] = gates
  if (!first) throw new TypeError('A gateway needs a device.')
  const pages = createGatePages(isOnly ? undefined : gates)

  /** The gate of a request, whose target becomes that at the device. */
  function gateOf(request: IncomingMessage): Gate | undefined {
    if (isOnly) return first
    const { url = '/' } = request
    const gate = gates.find(({ base }) => url.startsWith(`${base}/`))
    if (!gate) return undefined
    retarget(request, url.slice(gate.base.length))
    return gate
  }

  const request: RequestListener = (incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      log.error({ err: error }, 'request failed')
      response.destroy()
    })
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { host } = incoming.headers
    const gate = gateOf(incoming)
    // The door checks that again, but no page of the gateway's own may come before it.
    if (!hostAllowed(host, () => [])) answerPlainly(response, 421, 'The gateway has another name.')
    else if (!gate && pages.isOfAll(incoming)) first?.door.request(incoming, response)
    else if (!(await pages.answer(gate, incoming, response))) gate?.door.request(incoming, response)
  }

  function upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const gate = gateOf(incoming)
    if (gate) gate.door.upgrade(incoming, socket, head)
    else answerRaw(incoming, socket, 404, '')
  }

  const listeners = openListeners({
    request,
    upgrade,
    malformed: first.door.malformed,
    notAccepted: (error) => log.error({ err: error }, 'connection not accepted'),
  })
  const { http } = await listeners.listen({ address: at.address, http: at.port })
  await Promise.all(gates.map(({ device }) => device.look()))
  return {
    http,
    devices: gates.map(({ device, base }) => {
      const { fingerprint } = device.trust.problem() ?? {}
      return {
        name: device.name,
        url: `${http}${base}/webapp/hw/`,
        state: device.facts().state,
        ...(fingerprint === undefined ? {} : { fingerprint }),
      }
    }),
    async close() {
      await Promise.all(gates.map(({ door }) => door.close()))
      for (const { device } of gates) device.close()
      await listeners.close()
    },
  }
}
