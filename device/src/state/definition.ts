import type { Rule } from '@lintel/contract/rules/problem'
import type { Role } from '@lintel/contract/access'

/** What a parameter's value may be. */
export type ParameterType =
  /** The words of yes and no differ from parameter to parameter on real devices; `yes` and `no` are most. */
  | { kind: 'bool'; yes: string; no: string }
  | { kind: 'int'; min: number; max: number }
  | { kind: 'string'; max: number; rule?: Rule }
  | { kind: 'enum'; values: readonly string[] }
  | { kind: 'password'; max: number }

/** Values that are not stored but worked out whenever somebody asks. */
export type Computed = (facts: Facts) => string

/** What computed values are made of. */
export interface Facts {
  /** Another parameter. */
  get(name: string): string
  /** Twelve upper-case hexadecimal digits. */
  serial: string
  /** The address that the listeners are bound to. */
  address: string
  rootPasswordSet(): boolean
  /** UTC milliseconds. */
  now(): number
}

/** One parameter of the tree. */
export interface Definition {
  /** Full name, `root.Network.HostName`. */
  name: string
  type: ParameterType
  /** The value after a factory default; a function where it depends on the unit. */
  value: string | ((facts: Pick<Facts, 'serial'>) => string) | { computed: Computed }
  read: Role
  /** Who may set it; `never` for what only the device itself changes. */
  write: Role | 'never'
  /** Left out of lists. */
  hidden: boolean
  /** Survives a restore that keeps the address. */
  kept: boolean
}
