import type { Role } from '@lintel/contract/access'
import type { GetParameter } from '@lintel/contract/parameters/all'
import { yesNo } from '@lintel/contract/parameters/codec'
import type { Codec, ParameterType } from '@lintel/contract/parameters/codec'
import type { Lease, OnNetwork } from '../hardware/lease.ts'

/** Input of values that depend on the unit or change by themselves. */
export interface Facts {
  /** The value of another parameter. */
  get: GetParameter
  /** Twelve upper-case hexadecimal digits. */
  serial: string
  /** The DHCP lease; undefined with a static address, and as long as no server answers. */
  lease: () => Lease | undefined
  /** Where the device can be reached. */
  place: () => OnNetwork
  /** Its IPv6 addresses with prefix length: `fe80::1/64`. */
  ipv6: () => readonly string[]
  rootPasswordSet: () => boolean
  /** The port of the streams (RTSP). */
  rtspPort: () => number
  /** The device's clock in UTC milliseconds. */
  now: () => number
}

/** One parameter of the tree. */
export interface Definition {
  /** Full name, `root.Network.HostName`. */
  name: string
  codec: Codec<unknown>
  /**
   * The allowed text: the codec's type, unless the value is live or its rule is known to the device
   * only.
   */
  type: ParameterType
  /**
   * As text. `factory` is the default, which may depend on the unit's serial number; `live` is
   * computed on every read and never stored.
   */
  value: { factory: (serial: string) => string } | { live: (facts: Facts) => string }
  read: Role
  /** Who may set it; `never` if only the device itself does. */
  write: Role | 'never'
  /** Left out of lists. */
  hidden: boolean
  /** Keeps its value in a restore that keeps the IP settings. */
  preserved: boolean
}

/** Whether the parameter is stored sealed. */
export const isSecret = (definition: Definition | undefined): boolean =>
  definition?.type.kind === 'password' || definition?.codec.confidential === true

/** Whether a text is valid for the type. */
export function fits(type: ParameterType, value: string): boolean {
  if (type.kind === 'bool') return yesNo.encode(yesNo.decode(value)) === value
  if (type.kind === 'enum') return type.values.includes(value)
  if (type.kind === 'int') {
    const whole = /^(0|-?[1-9]\d{0,14})$/.test(value)
    return whole && Number(value) >= type.min && Number(value) <= type.max
  }
  return isLine(value, type.max) && type.rule?.(value) === undefined
}

/** A list has one line per parameter; a value with a line break could forge another. */
const isLine = (value: string, max: number) =>
  value.length <= max && !/[\p{Cc}\u2028\u2029]/u.test(value)
