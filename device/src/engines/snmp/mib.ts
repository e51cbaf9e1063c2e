import type { ParameterChanges } from '@lintel/contract/parameters/all'
import { compareOids } from './ber.ts'
import type { Oid } from './ber.ts'
import type { ErrorStatus } from './pdu.ts'

/** A variable that managers can read. */
export interface Variable {
  name: Oid
  /** The value, encoded as in `ber.ts`; undefined when it currently has none. */
  read: () => Buffer | undefined
  /**
   * Returns the parameters to set for a value, or an error status. Left out for read-only
   * variables.
   */
  write?: (value: Buffer) => ParameterChanges | ErrorStatus
}

/** All variables, ordered by name. */
export interface Mib {
  find(name: Oid): Variable | undefined
  /** The first variable after a name, which doesn't have to exist, and its value. */
  after(name: Oid): { name: Oid; value: Buffer } | undefined
  /** Whether the object exists, even if this instance of it doesn't. */
  hasObject(name: Oid): boolean
}

export function createMib(unsorted: readonly Variable[]): Mib {
  const variables = unsorted.toSorted((one, other) => compareOids(one.name, other.name))
  const objects = variables.map((variable) => variable.name.slice(0, -1))

  return {
    find: (name) => variables.find((variable) => compareOids(variable.name, name) === 0),
    after(name) {
      for (const variable of variables) {
        const value = compareOids(variable.name, name) > 0 ? variable.read() : undefined
        if (value) return { name: variable.name, value }
      }
      return undefined
    },
    hasObject: (name) => objects.some((object) => object.every((arc, at) => arc === name[at])),
  }
}
