import type { Role } from '@lintel/contract/access'
import type { GetParameter } from '@lintel/contract/parameters/all'
import { yesNo } from '@lintel/contract/parameters/codec'
import type { Codec, ParameterType } from '@lintel/contract/parameters/codec'
import type { Lease, OnNetwork } from '../hardware/lease.ts'

/** What the values that depend on the unit, or change by themselves, are made of. */
export interface Facts {
  /** Another parameter's value. */
  get: GetParameter
  /** Twelve upper-case hexadecimal digits. */
  serial: string
  /** What a DHCP server gave; undefined with a static address, and while no server answers. */
  lease: () => Lease | undefined
  /** Where the device answers. */
  place: () => OnNetwork
  /** IPv6 addresses at which it answers too, with the bits of their network: `fe80::1/64`. */
  ipv6: () => readonly string[]
  rootPasswordSet: () => boolean
  /** UTC milliseconds of the device. */
  now: () => number
}

/** One parameter of the tree. */
export interface Definition {
  /** Full name, `root.Network.HostName`. */
  name: string
  codec: Codec<unknown>
  /** What its text may be: the codec's, unless the value is live or only the device knows its rule. */
  type: ParameterType
  /**
   * As text. `factory`: the value until somebody sets another, which may depend on the unit's serial
   * number; `live`: computed whenever it is read, and never stored.
   */
  value: { factory: (serial: string) => string } | { live: (facts: Facts) => string }
  read: Role
  /** Who may set it; `never` for what only the device itself changes. */
  write: Role | 'never'
  /** Left out of lists. */
  hidden: boolean
  /** Survives a restore that keeps the address. */
  kept: boolean
}

/** Whether a text is one of the type. */
export function fits(type: ParameterType, value: string): boolean {
  if (type.kind === 'bool') return yesNo.encode(yesNo.decode(value)) === value
  if (type.kind === 'enum') return type.values.includes(value)
  if (type.kind === 'int') {
    const whole = /^(0|-?[1-9]\d{0,14})$/.test(value)
    return whole && Number(value) >= type.min && Number(value) <= type.max
  }
  return isLine(value, type.max) && type.rule?.(value) === undefined
}

/** A list answers with one line for each parameter: a value that breaks the line would forge another. */
const isLine = (value: string, max: number) =>
  value.length <= max && !/[\p{Cc}\u2028\u2029]/u.test(value)
