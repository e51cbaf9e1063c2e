import type { Call } from '@lintel/contract/call'
import type { Firmware } from '@lintel/contract/firmware'
import { firmwareOf, hasCall } from '@lintel/contract/firmware'
import { createStore } from './store.ts'

/**
 * What the device's firmware knows, told by its parameters once at the start-up. Here and nowhere
 * else is it asked which names and calls a device has.
 */
export const firmware = createStore<Firmware>(firmwareOf(new Map()))

/** Whether the device has this call; what it lacks is left out of pages, or said. */
export const deviceHas = (call: Pick<Call, 'id' | 'own'>): boolean => hasCall(firmware.get(), call)

/** The address of a call by the name that the device knows it by. */
export const addressOf = (call: Pick<Call, 'path' | 'publicPath'>): string =>
  (firmware.get().publicNames ? call.publicPath : undefined) ?? call.path
