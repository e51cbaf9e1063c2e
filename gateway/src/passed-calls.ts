import { mayCall } from '@lintel/contract/access'
import type { Phase } from '@lintel/contract/access'
import type { Call } from '@lintel/contract/call'
import { deviceCalls } from '@lintel/contract/calls/all'
import { endpointFor, openCallTable } from '@lintel/front-door/call-table'
import type { ServedCall } from '@lintel/front-door/serve'

/** What the gateway needs to know of the calls at a path before it passes a request on. */
export interface PassedPath {
  /** Whether one of them can be made without a sign-in. */
  isOpen(phase: Phase): boolean
  /**
   * Whether a page can ask for it without a header of its own, as images, streams and downloads do:
   * none of the calls changes anything.
   */
  isPlain: boolean
  /** Whether one of them changes accounts, perhaps the caller's own. */
  changesAccounts: boolean
}

/** The paths at which the console signs in: the gateway answers them itself. */
const ITS_OWN = /^session\./

const isOfAccounts = ({ id, effect }: Call): boolean =>
  id.startsWith('pwdgrp.') && effect === 'write'

/** Finds the calls of the contract for a request; undefined if there are none. */
export function openPassedCalls(): (
  method: string,
  path: string,
  query: string,
) => PassedPath | undefined {
  const find = openCallTable(
    deviceCalls.flatMap((call): ServedCall[] =>
      call.kind === 'socket' || ITS_OWN.test(call.id) ? [] : [{ call, handler: neverRun }],
    ),
  )
  const descriptions = new Set(deviceCalls.flatMap(descriptionOf))
  return (method, path, query) => {
    if (descriptions.has(path)) return DESCRIPTION
    const found = find(path)
    const endpoint = found && endpointFor(found.endpoints, method, query)
    if (!endpoint) return undefined
    const calls = endpoint.calls.map(({ call }) => call)
    return {
      isOpen: (phase) => calls.some(({ access }) => mayCall(access, undefined, phase)),
      changesAccounts: calls.some(isOfAccounts) && !/(?:^|&)action=get(?:&|$)/.test(query),
      isPlain: calls.every(({ kind, effect }) => WITHOUT_HEADER.has(kind) && effect === 'read'),
    }
  }
}

/** What pages show, play or save by an address. */
const WITHOUT_HEADER: ReadonlySet<Call['kind']> = new Set(['download', 'stream'])

const DESCRIPTION: PassedPath = {
  isOpen: () => false,
  isPlain: false,
  changesAccounts: false,
}

const descriptionOf = (call: Call): string[] =>
  call.kind === 'soap' ? [call.service.description] : []

const neverRun = (): never => {
  throw new TypeError('Calls are passed on, not run.')
}
