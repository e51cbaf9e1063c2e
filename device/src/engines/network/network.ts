import type { DeviceUrls } from '@lintel/contract/calls/trial'
import { TOPICS } from '@lintel/contract/events'
import type { GetParameter, ParameterName } from '@lintel/contract/parameters/all'
import { Refusal } from '@lintel/contract/fault'
import { checkStatic } from '@lintel/contract/rules/address'
import type { StaticAddresses } from '@lintel/contract/rules/address'
import type { Product } from '@lintel/contract/products/product'
import type { Plugged, World } from '@lintel/contract/wire'
import type { FrontDoor } from '@lintel/front-door/front-door'
import { ipv6AddressesFor, hostAddress } from '@lintel/front-door/host-addresses'
import type { Tls } from '@lintel/front-door/tls'
import type { EventBus } from '../../events/bus.ts'
import type { LogToBench } from '../../hardware/bench-log.ts'
import { leaseFrom, onNetwork, placeOf } from '../../hardware/lease.ts'
import type { Lease, OnNetwork } from '../../hardware/lease.ts'
import type { Wire } from '../../hardware/wire.ts'
import type { Log } from '../../log.ts'
import type { Parameters } from '../../state/parameters.ts'
import type { Engine } from '../engine.ts'

/** The device's network addresses. It answers at the configured address if the host has it. */
export interface Network extends Engine {
  worldChanged(world: Pick<World, 'cable' | 'dhcp'>): void
  /** The DHCP lease; undefined with a static address, and while no server answers. */
  lease(): Lease | undefined
  /** The address at which the device answers. */
  place(): OnNetwork
  /** The address to listen on, which may be a wildcard, and the device's own address. */
  listening(): { listen: string; address: string }
  /** IPv6 addresses at which it answers, too, with prefix length: `fe80::1/64`. */
  ipv6(): readonly string[]
  /** Called when the lease changes. */
  onLease(fn: () => void): () => void
  /**
   * Listens at the configured address, or else at the host's own, and follows parameters and lease
   * from then on.
   */
  open(door: Door): Promise<DeviceUrls>
  /** Brings the listeners in line with the parameters and with https. */
  follow(): void
  /**
   * The address at which the device would answer with these parameters, given as texts by full
   * name.
   */
  placeWith(values: Readonly<Record<string, string>>): ConfiguredAddress
  /** Whether the device's ports are free at an address of the host, or already its own. */
  isFree(address: string): Promise<boolean>
  /** The device's URLs, at its current or at another address. */
  urls(address?: string): DeviceUrls
  /** Resolves when the device is at its configured address, or has given up. */
  settled(): Promise<void>
}

export interface ConfiguredAddress {
  address: string
  /** Whether the host has the address. */
  onHost: boolean
}

/** The parts of the front door that change address. */
export interface Door extends Pick<FrontDoor, 'listen' | 'urls' | 'move' | 'isFree' | 'alsoAt'> {
  /** TLS options for an address; undefined to leave them unchanged. */
  tlsFor: (address: string) => Promise<Tls | undefined>
}

export interface NetworkParts {
  plugged: Pick<Plugged, 'address' | 'ports' | 'world'>
  parameters: Pick<Parameters, 'get' | 'guard' | 'preview' | 'subscribe'>
  product: Pick<Product, 'ipv6'>
  events: Pick<EventBus, 'publish'>
  wire: Pick<Wire, 'send'>
  logToBench: LogToBench
  log: Log
  /** Notifies the other engines. */
  addressChanged: () => void
}

const FOLLOWED: readonly ParameterName[] = [
  'root.Network.BootProto',
  'root.Network.IPAddress',
  'root.Network.IPv6.Enabled',
]
const STATIC_NAMES = {
  ipAddress: 'root.Network.IPAddress',
  subnetMask: 'root.Network.SubnetMask',
  router: 'root.Network.DefaultRouter',
} as const satisfies Record<keyof StaticAddresses, ParameterName>
/** What decides about a static address. */
const STATIC: readonly ParameterName[] = ['root.Network.BootProto', ...Object.values(STATIC_NAMES)]
/** Wildcard addresses: the device listens at all addresses of the host. */
const EVERY = new Set(['0.0.0.0', '::'])

const isAutomatic = (get: GetParameter) => get('root.Network.BootProto') === 'dhcp'

export function openNetwork(parts: NetworkParts): Network {
  const { plugged, parameters, log, logToBench } = parts
  const listeners = new Set<() => void>()
  let offered = leaseFrom(plugged.world, plugged.address)
  /** The address that is listened on. */
  let bound = plugged.address
  let opened: Door | undefined
  let ipv6: readonly string[] = []
  let last: Promise<void> = Promise.resolve()

  function configured(get: GetParameter): ConfiguredAddress {
    const address = isAutomatic(get)
      ? (offered?.address ?? placeOf(plugged.address).address)
      : get('root.Network.IPAddress')
    return { address, onHost: hostAddress(address) !== undefined }
  }

  /** The address to listen on. */
  function target(): string {
    if (EVERY.has(plugged.address)) return plugged.address
    const { address, onHost } = configured(parameters.get)
    return onHost ? address : plugged.address
  }

  function place(): OnNetwork {
    const { get } = parameters
    const { address, onHost } = configured(get)
    if (!onHost || (bound !== address && !EVERY.has(bound))) return placeOf(bound)
    if (!isAutomatic(get)) return onNetwork(address, get('root.Network.SubnetMask'))
    return offered ?? placeOf(bound)
  }

  function follow(): void {
    last = last.then(move).then(listenOnIPv6)
  }

  async function move(): Promise<void> {
    const address = target()
    if (!opened || address === bound) return
    try {
      const urls = await opened.move(address, await opened.tlsFor(address))
      bound = address
      log.info({ address }, 'moved to another address')
      announce(urls)
    } catch (cause) {
      log.warn({ err: cause, address }, 'could not move to another address')
      logToBench('network.stayed', { address })
    }
  }

  /** Notifies the board, the bench, consoles that are open at the old address, and the engines. */
  function announce({ http, https }: DeviceUrls): void {
    parts.wire.send({ type: 'moved', http, https })
    logToBench('network.moved', { url: http })
    parts.events.publish({
      topic: TOPICS.moved,
      source: {},
      data: { Http: http, Https: https ?? '' },
    })
    parts.addressChanged()
  }

  /** Also listens at the IPv6 addresses of the same interface. */
  async function listenOnIPv6(): Promise<void> {
    if (!opened || bound === '::') return
    const addresses =
      parts.product.ipv6 && parameters.get('root.Network.IPv6.Enabled')
        ? ipv6AddressesFor(place().address).filter(({ address }) => isExposable(address))
        : []
    const listening = await opened.alsoAt(addresses.map(({ address, zone }) => address + zone))
    ipv6 = addresses
      .filter(({ address, zone }) => listening.includes(address + zone))
      .map(({ address, prefix }) => `${address}/${prefix}`)
  }

  /**
   * A user who binds the device to one address may not want it to be reachable from the internet
   * (RFC 4291 §2.5.4).
   */
  const isExposable = (address: string) => EVERY.has(bound) || !/^[23]/.test(address)

  async function listen(door: Door, address: string): Promise<DeviceUrls> {
    const { http, https } = plugged.ports
    const urls = await door.listen({ address, http, https })
    bound = address
    return urls
  }

  async function openListeners(door: Door): Promise<DeviceUrls> {
    const address = target()
    if (address === plugged.address) return listen(door, address)
    return listen(door, address).catch((cause: unknown) => {
      log.warn(
        { err: cause, address },
        'could not listen at the configured address, using that of the host',
      )
      logToBench('network.stayed', { address })
      return listen(door, plugged.address)
    })
  }

  parameters.guard(STATIC, (get) => checkAddresses(get, place().address))
  const unsubscribe = parameters.subscribe(FOLLOWED, follow)

  return {
    lease: () => (isAutomatic(parameters.get) ? offered : undefined),
    place,
    listening: () => ({
      listen: EVERY.has(bound) ? bound : place().address,
      address: place().address,
    }),
    ipv6: () => ipv6,
    onLease(fn) {
      listeners.add(fn)
      return () => {
        listeners.delete(fn)
      }
    },
    worldChanged(now) {
      // Without a cable no server can revoke the lease.
      if (!now.cable) return
      const before = JSON.stringify(offered)
      offered = leaseFrom(now, plugged.address)
      if (JSON.stringify(offered) === before || !isAutomatic(parameters.get)) return
      follow()
      for (const fn of Array.from(listeners)) fn()
    },
    async open(door) {
      const urls = await openListeners(door)
      opened = door
      follow()
      return urls
    },
    placeWith(values) {
      return configured(parameters.preview(values))
    },
    async isFree(address) {
      if (!opened || EVERY.has(bound) || address === bound) return true
      return opened.isFree(address)
    },
    urls(address = place().address) {
      if (!opened) throw new TypeError('the listeners are not open yet')
      const { http, https } = opened.urls()
      return {
        http: at(http, address),
        ...(https === undefined ? {} : { https: at(https, address) }),
      }
    },
    follow,
    stateRestored: () => last,
    settled: () => last,
    close: unsubscribe,
  }
}

/**
 * Refuses a static address or router that no device can have with the subnet mask. While DHCP is on
 * they may be written one after the other.
 */
function checkAddresses(get: GetParameter, inUse: string): void {
  if (isAutomatic(get)) return
  const problems = checkStatic(
    {
      ipAddress: get('root.Network.IPAddress'),
      subnetMask: get('root.Network.SubnetMask'),
      router: get('root.Network.DefaultRouter'),
    },
    inUse,
  )
  for (const field of Object.keys(problems)) {
    const name = STATIC_NAMES[field as keyof StaticAddresses]
    throw new Refusal('invalid', `Error setting '${name}' to '${get(name)}'!`)
  }
}

/** The same URL at another address. */
function at(url: string, address: string): string {
  const moved = new URL(url)
  moved.hostname = address.includes(':') ? `[${address}]` : address
  return moved.origin
}
