import type { Call } from '@lintel/contract/call'
import { DeviceFault } from '@lintel/contract/fault'
import type { Firmware } from '@lintel/contract/firmware'
import { firmwareOf, hasCall } from '@lintel/contract/firmware'
import { createStore } from './store.ts'

/**
 * What the device's firmware supports, read once from its parameters at start-up. The only place
 * that decides which names and calls a device has.
 */
export const firmware = createStore<Firmware>(firmwareOf(new Map()))

/** Whether the device has this call. Pages omit or explain what is missing. */
export const deviceHas = (call: Pick<Call, 'id' | 'own'>): boolean => hasCall(firmware.get(), call)

/**
 * Fails a call that the device lacks without a request, so that no page depends on calls that its
 * device is too old or too new for.
 * @throws DeviceFault `missing`
 */
export function requireCall(call: { kind: Call['kind'] }): void {
  const declared = call as Call
  if (!deviceHas(declared)) throw new DeviceFault('missing', declared.id, '')
}

/** The path under which the device has the call. */
export const addressOf = (call: Pick<Call, 'path' | 'publicPath'>): string =>
  (firmware.get().publicNames ? call.publicPath : undefined) ?? call.path
