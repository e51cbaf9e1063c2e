import type { Call } from '@lintel/contract/call'
import { queryOf, withQuery } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import type { Firmware } from '@lintel/contract/firmware'
import { firmwareOf, hasCall } from '@lintel/contract/firmware'
import { fillPath } from '@lintel/contract/path'
import { atSite } from '@lintel/contract/site'
import { createStore } from '@lintel/ui/store'

/**
 * What the device's firmware supports, read once from its parameters at start-up. The only place
 * that decides which names and calls a device has.
 */
export const firmware = createStore<Firmware>(firmwareOf(new Map()))

/** Takes over what parameters say of the firmware; what it is known to lack stays known. */
export function knowFirmware(values: ReadonlyMap<string, string>): void {
  const { version, lacks } = firmware.get()
  const next = firmwareOf(values)
  firmware.set(lacks && next.version === version ? { ...next, lacks } : next)
}

/**
 * Remembers a path, or the id of a single call, that the device lacks. It is not requested again, and
 * pages that need the path are left out (`needs.ts`). Our own firmware has all calls of its product.
 */
export function noteMissing(lacked: string): void {
  const known = firmware.get()
  // Without a version nothing is known yet.
  if (known.version === '' || known.ownCalls || known.lacks?.has(lacked)) return
  firmware.set({ ...known, lacks: new Set([...(known.lacks ?? []), lacked]) })
}

/** Whether the device has this call. Pages omit or explain what is missing. */
export const deviceHas = (call: Parameters<typeof hasCall>[1]): boolean =>
  hasCall(firmware.get(), call)

/**
 * Fails a call that the device lacks without a request, so that no page depends on calls that its
 * device is too old or too new for.
 * @throws DeviceFault `missing`
 */
export function requireCall(call: { kind: Call['kind'] }): void {
  const declared = call as Call
  if (!deviceHas(declared)) throw new DeviceFault('missing', declared.id, '')
}

/** The call's path at the device itself, and a query of the rest of the input. */
export function pathOf(call: Pick<Call, 'id' | 'path' | 'publicPath'>, input = {}): string {
  const declared = (firmware.get().publicNames ? call.publicPath : undefined) ?? call.path
  const { path, rest } = fillPath(call.id, declared, input)
  return withQuery(path, queryOf(rest))
}

/** The address under which this page can ask for the call. */
export const addressOf = (...call: Parameters<typeof pathOf>): string => atSite(pathOf(...call))
