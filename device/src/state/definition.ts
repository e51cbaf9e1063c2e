import type { Role } from '@lintel/contract/access'
import type { Rule } from '@lintel/contract/rules/problem'
import type { Lease, OnNetwork } from '../hardware/lease.ts'

/** What a parameter's value may be. Lengths count characters. */
export type ParameterType =
  | { kind: 'bool' }
  | { kind: 'int'; min: number; max: number }
  | { kind: 'string'; max: number; rule?: Rule }
  | { kind: 'enum'; values: readonly string[] }
  /** Shown as stars, never read back. */
  | { kind: 'password'; max: number; rule?: Rule }

/** What the values that depend on the unit, or change by themselves, are made of. */
export interface Facts {
  /** Another parameter's value. */
  get: (name: string) => string
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
  type: ParameterType
  /**
   * `factory`: the value until somebody sets another, which may depend on the unit's serial number;
   * `live`: worked out whenever somebody asks, and never stored.
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

/** Whether a value is one of the type. */
export function fits(type: ParameterType, value: string): boolean {
  if (type.kind === 'bool') return value === 'yes' || value === 'no'
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
