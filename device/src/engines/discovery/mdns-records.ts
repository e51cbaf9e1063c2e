import {
  TYPES,
  address4,
  address6,
  service as serviceData,
  texts,
  writeName,
} from './dns-message.ts'
import type { Name, Resource } from './dns-message.ts'

/** The device as announced on the network. */
export interface Announced {
  /** The friendly name. */
  name: string
  /** Without `.local`. */
  host: string
  addresses: readonly string[]
  services: readonly Service[]
}

interface Service {
  /** `_http._tcp`. */
  type: string
  port: number
  /** RFC 6763 §6. */
  text: Readonly<Record<string, string>>
}

const LOCAL = 'local'
/** The name under which service types are enumerated (RFC 6763 §9). */
const KINDS: Name = ['_services', '_dns-sd', '_udp', LOCAL]
/** TTL in seconds of host records and of all others (RFC 6762 §10). */
const HOST_TTL = 120
const OTHER_TTL = 4500

const hostName = ({ host }: Announced): Name => [host, LOCAL]

/** The records of one service. Records that are unique to the device have the cache-flush bit. */
export function serviceRecords(announced: Announced, { type, port, text }: Service): Resource[] {
  const kind = [...type.split('.'), LOCAL]
  const instance = [announced.name, ...kind]
  const shared = { flush: false, ttl: OTHER_TTL, type: TYPES.PTR }
  const target = serviceData(port, hostName(announced))
  return [
    { ...shared, name: kind, data: writeName(instance) },
    { name: instance, type: TYPES.SRV, flush: true, ttl: HOST_TTL, data: target },
    { name: instance, type: TYPES.TXT, flush: true, ttl: OTHER_TTL, data: texts(text) },
    { ...shared, name: KINDS, data: writeName(kind) },
  ]
}

/** The address records of the device. */
export function hostRecords(announced: Announced): Resource[] {
  const common = { name: hostName(announced), flush: true, ttl: HOST_TTL }
  return announced.addresses.map((address) =>
    address.includes(':')
      ? { ...common, type: TYPES.AAAA, data: address6(address) }
      : { ...common, type: TYPES.A, data: address4(address) },
  )
}
