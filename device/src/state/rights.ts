import { mayCall } from '@lintel/contract/access'
import { Refusal } from '@lintel/contract/fault'
import { fullName } from '@lintel/contract/parameters/full-name'
import type { Definition } from './definition.ts'
import type { DynamicGroup } from './dynamic-groups.ts'

/** How lists show a secret. */
export const STARS = '******'

/** A test for parameters that a caller with these groups may read. Checks each role once. */
export function readerOf(caller: readonly string[]): (definition: Definition) => boolean {
  const may = {
    viewer: mayCall('viewer', caller, 'ready'),
    operator: mayCall('operator', caller, 'ready'),
    admin: mayCall('admin', caller, 'ready'),
  }
  return ({ read }) => may[read]
}

/** Throws unless a caller with these groups may set the parameter. */
export const mayBeSetBy =
  (caller: readonly string[]) =>
  (definition: Definition, value: string): void => {
    if (definition.write === 'never') {
      throw new Refusal('invalid', cannotSet(definition.name, value, definition))
    }
    if (!mayCall(definition.write, caller, 'ready')) {
      throw new Refusal('forbidden', `No right to set '${definition.name}'.`)
    }
  }

/**
 * The message for a refused value. It doesn't repeat a secret, because responses end up in logs.
 */
export function cannotSet(
  requested: string,
  value: string,
  definition: Definition | undefined,
): string {
  const shown = definition?.type.kind === 'password' ? STARS : value.replace(/\p{Cc}/gu, '?')
  return `Error setting '${fullName(requested).slice(0, 128)}' to '${shown.slice(0, 128)}'!`
}

export function mayManage(group: DynamicGroup, caller: readonly string[]): void {
  if (group.manage !== 'never' && mayCall(group.manage, caller, 'ready')) return
  throw new Refusal('forbidden', `No right to change '${group.parent}'.`)
}
