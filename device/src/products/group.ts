import type { Role } from '@lintel/contract/access'
import type { Rule } from '@lintel/contract/rules/problem'
import type { Definition, Facts, ParameterType } from '../state/definition.ts'

/** Everything of a parameter but its name; what is left out comes from the group's rights. */
export type Entry = Pick<Definition, 'type' | 'value'> & Partial<Rights>

interface Rights {
  read: Role
  write: Role | 'never'
  hidden: boolean
  kept: boolean
}

/** Names inside the group with their entries, in the order in which the device lists them. */
export type Entries = Readonly<Record<string, Entry>>

const entry = (type: ParameterType, value: string): Entry => ({
  type,
  value: { factory: () => value },
})

export const bool = (value: 'yes' | 'no') => entry({ kind: 'bool' }, value)
export const int = (value: number, min: number, max: number) =>
  entry({ kind: 'int', min, max }, String(value))
export const text = (value: string, max = 255, rule?: Rule) =>
  entry({ kind: 'string', max, ...(rule ? { rule } : {}) }, value)
export const oneOf = (value: string, values: readonly string[]) =>
  entry({ kind: 'enum', values }, value)
export const secret = (max = 64, rule?: Rule) =>
  entry({ kind: 'password', max, ...(rule ? { rule } : {}) }, '')

/** A text whose factory value depends on the unit. */
export const perUnit = (factory: (serial: string) => string, max: number, rule?: Rule): Entry => ({
  type: { kind: 'string', max, ...(rule ? { rule } : {}) },
  value: { factory },
})

/** A text that is worked out whenever somebody asks. */
export const live = (compute: (facts: Facts) => string): Entry => ({
  type: { kind: 'string', max: 4096 },
  value: { live: compute },
})

export const hidden = (given: Entry): Entry => ({ ...given, hidden: true })
export const kept = (given: Entry): Entry => ({ ...given, kept: true })
/** Only the device itself changes it. */
export const fixed = (given: Entry): Entry => ({ ...given, write: 'never' })

/** The parameters of a group below `root`, with the rights that hold where an entry says nothing else. */
export function group(
  name: string,
  rights: { read: Role; write: Role | 'never' },
  entries: Entries,
): Definition[] {
  return Object.entries(entries).map(([inside, given]) => ({
    hidden: false,
    kept: false,
    ...rights,
    ...given,
    name: `root.${name}.${inside}`,
  }))
}

/** The same entries under a name inside the group: `nested('I0', …)` gives `I0.Name` and so on. */
export function nested(name: string, entries: Entries): Entries {
  return Object.fromEntries(
    Object.entries(entries).map(([inside, given]) => [`${name}.${inside}`, given]),
  )
}
