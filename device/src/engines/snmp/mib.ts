import type { ParameterChanges } from '@lintel/contract/parameters/all'
import { compareOids } from './ber.ts'
import type { Oid } from './ber.ts'
import type { ErrorStatus } from './pdu.ts'

/** One variable that managers see. */
export interface Variable {
  name: Oid
  /** Its value as `ber.ts` keeps them; undefined when there is none at present. */
  read: () => Buffer | undefined
  /** The parameters that a value sets, or what is wrong with it. Left out where nobody may write. */
  write?: (value: Buffer) => ParameterChanges | ErrorStatus
}

/** All the variables, in the order of their names. */
export interface Mib {
  find(name: Oid): Variable | undefined
  /** The first variable after a name, which need not be one, and its value. */
  after(name: Oid): { name: Oid; value: Buffer } | undefined
  /** Whether there is such an object, if not this instance of it. */
  hasObject(name: Oid): boolean
}

export function createMib(given: readonly Variable[]): Mib {
  const variables = given.toSorted((one, other) => compareOids(one.name, other.name))
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
