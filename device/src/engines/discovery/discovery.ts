import { setTimeout } from 'node:timers/promises'
import type { Product } from '@lintel/contract/products/product'
import type { Plugged, World } from '@lintel/contract/wire'
import { upnpDescription } from '@lintel/contract/calls/network'
import { DEVICE_PATH } from '@lintel/contract/onvif/addresses'
import { hostAddress } from '@lintel/front-door/host-addresses'
import type { Clock } from '../../clock/clock.ts'
import type { Log } from '../../log.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { Engine } from '../engine.ts'
import type { Network } from '../network/network.ts'
import { fitting } from './dns-message.ts'
import type { Announced } from './mdns-records.ts'
import type { Responder } from './mdns.ts'
import type { joinGroup } from './multicast.ts'
import { scopesOf } from './scopes.ts'
import type { Advertiser } from './ssdp.ts'
import { udnOf, uuidOf } from './upnp-device.ts'
import type { WsDiscovery } from './ws-discovery.ts'

/**
 * Makes the device discoverable on the network: Bonjour (mDNS, DNS-SD), UPnP (SSDP), and for ONVIF
 * clients WS-Discovery.
 */
export interface Discovery extends Engine {
  start(): void
  worldChanged(world: Pick<World, 'cable'>): void
  state(): { bonjour: State; upnp: State; onvif: State }
  /** Resolves when announcements match the parameters, or have failed. */
  settled(): Promise<void>
  /** Withdraws all announcements. */
  close(): Promise<void>
}

/** `nowhere`: only this host could receive it. */
type State = 'off' | 'nowhere' | 'failed' | 'on'

interface DiscoveryParts {
  parameters: Pick<Parameters, 'get' | 'subscribe'>
  network: Pick<Network, 'place' | 'ipv6' | 'urls' | 'settled'>
  product: Product
  plugged: Pick<Plugged, 'serial' | 'world'>
  clock: Clock
  log: Log
}

/** Options for tests. */
interface DiscoveryOptions {
  join?: typeof joinGroup
}

/** A discovery protocol: what it announces, and how to start it. */
interface Protocol {
  enabled: () => boolean
  /** Undefined when there is no reachable network. */
  announcement: () => unknown
  open: () => Promise<Responder | Advertiser | WsDiscovery>
}

/** The current announcement. */
interface Running {
  /** The announced content as JSON, for comparison. */
  content: string
  state: State
  engine: Responder | Advertiser | WsDiscovery | undefined
}

/** Debounce of changes in milliseconds: listing the host's interfaces is slow. */
const GATHERING = 20
const NOTHING: Running = { content: '', state: 'off', engine: undefined }

export function openDiscovery(parts: DiscoveryParts, options: DiscoveryOptions = {}): Discovery {
  const { parameters, network, product, clock, log } = parts
  const { serial, world } = parts.plugged
  const rest = { clock, log, ...options }
  let { cable } = world
  let started = false
  const closing = new AbortController()
  let last: Promise<void> = Promise.resolve()
  /** An update is already scheduled. */
  let due = false

  /**
   * The address at which others can reach the device; undefined on loopback and without a cable.
   */
  function place() {
    const at = network.place()
    const reachable = cable && hostAddress(at.address)?.internal === false
    return reachable ? { address: at.address, subnetMask: at.subnetMask } : undefined
  }

  function announced(): Announced | undefined {
    const at = place()
    if (!at) return undefined
    const { http, https } = network.urls()
    const text = { macaddress: serial, model: product.number }
    const port = portOf(http, 80)
    return {
      name: fitting(parameters.get('root.Network.Bonjour.FriendlyName')),
      host: fitting(parameters.get('root.Network.VolatileHostName.HostName').replaceAll('.', '-')),
      addresses: [at.address, ...network.ipv6().map((address) => address.replace(/\/.*/, ''))],
      services: [
        ...(product.camera ? [{ type: '_axis-video._tcp', port, text }] : []),
        { type: '_http._tcp', port, text: { ...text, path: '/' } },
        ...(https === undefined
          ? []
          : [{ type: '_https._tcp', port: portOf(https, 443), text: { ...text, path: '/' } }]),
      ],
    }
  }

  /**
   * Includes the friendly name, which is in the description: a new name has to be announced so that
   * control points fetch the description again.
   */
  function advertised() {
    const at = place()
    if (!at) return undefined
    const location = `${network.urls().http}${upnpDescription.path}`
    return { location, name: parameters.get('root.Network.UPnP.FriendlyName') }
  }

  /** What ONVIF clients find. */
  function probed() {
    if (!place()) return undefined
    return {
      endpoint: `urn:uuid:${uuidOf(serial)}`,
      xaddr: `${network.urls().http}${DEVICE_PATH}`,
      scopes: scopesOf({ product, parameters }),
    }
  }

  const protocols: Record<'bonjour' | 'upnp' | 'onvif', Protocol> = {
    bonjour: {
      enabled: () => parameters.get('root.Network.Bonjour.Enabled'),
      announcement: announced,
      async open() {
        const { openResponder } = await import('./mdns.ts')
        const [what, at] = [announced(), place()]
        if (!what || !at) throw new TypeError('no reachable network')
        return openResponder({ announced: what, place: at, ...rest })
      },
    },
    upnp: {
      enabled: () => parameters.get('root.Network.UPnP.Enabled'),
      announcement: advertised,
      async open() {
        const { openAdvertiser } = await import('./ssdp.ts')
        const [what, at] = [advertised(), place()]
        if (!what || !at) throw new TypeError('no reachable network')
        return openAdvertiser({
          location: what.location,
          udn: udnOf(serial),
          place: at,
          ...rest,
        })
      },
    },
    onvif: {
      // Who has switched off the other two wants nobody to find the device.
      enabled: () =>
        parameters.get('root.WebService.DiscoveryMode.Discoverable') &&
        (parameters.get('root.Network.Bonjour.Enabled') ||
          parameters.get('root.Network.UPnP.Enabled')),
      announcement: probed,
      async open() {
        const { openWsDiscovery } = await import('./ws-discovery.ts')
        const [what, at] = [probed(), place()]
        if (!what || !at) throw new TypeError('no reachable network')
        return openWsDiscovery({ ...what, place: at, ...rest })
      },
    },
  }

  const running = { bonjour: NOTHING, upnp: NOTHING, onvif: NOTHING }

  async function adapt(which: keyof typeof protocols): Promise<void> {
    const { enabled, announcement, open } = protocols[which]
    const on = started && enabled()
    const what = on ? announcement() : undefined
    const content = what === undefined ? '' : JSON.stringify([what, place()])
    if (content !== '' && content === running[which].content && running[which].engine) return
    await running[which].engine?.close()
    running[which] = { ...NOTHING, state: on ? 'nowhere' : 'off' }
    if (content === '') return
    try {
      running[which] = { content, state: 'on', engine: await open() }
      log.info({ which }, 'announced on the network')
    } catch (cause) {
      running[which] = { content, state: 'failed', engine: undefined }
      log.warn({ err: cause, which }, 'could not announce on the network')
    }
  }

  async function adaptAll(): Promise<void> {
    await Promise.all([adapt('bonjour'), adapt('upnp'), adapt('onvif')])
  }

  async function adaptAfter(before: Promise<void>): Promise<void> {
    await before
    await setTimeout(GATHERING, undefined, { signal: closing.signal }).catch(() => undefined)
    due = false
    if (closing.signal.aborted) return
    await network.settled()
    await adaptAll()
  }

  function follow(): void {
    if (due) return
    due = true
    last = adaptAfter(last)
  }

  const end = parameters.subscribe(['root.Network', 'root.WebService'], follow)

  return {
    start() {
      started = true
      follow()
    },
    addressChanged: follow,
    worldChanged(now) {
      if (now.cable === cable) return
      cable = now.cable
      follow()
    },
    state: () => ({
      bonjour: running.bonjour.state,
      upnp: running.upnp.state,
      onvif: running.onvif.state,
    }),
    settled: () => last,
    async close() {
      end()
      started = false
      closing.abort()
      await last
      await adaptAll()
    },
  }
}

const portOf = (url: string, plain: number) => Number(new URL(url).port) || plain
