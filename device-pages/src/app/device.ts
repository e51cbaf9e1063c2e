import type { Call } from '@lintel/contract/call'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { createClient } from '@lintel/contract/client'
import type { Client, Transport } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { firmwareOf, hasCall } from '@lintel/contract/firmware'
import { anyUnsaved } from '@lintel/ui/unsaved'
import { framed } from './framed.ts'

/** What the device's firmware knows, from the first answer on. */
let firmware = firmwareOf(new Map())

export function learnFirmware(values: ParameterValues): void {
  firmware = firmwareOf(values)
}

const client = createClient({ publicNames: () => firmware.publicNames })

/** The sign-in page, which leads back to this one. */
export function signInAddress({ pathname, search, hash }: Location = location): string {
  return `/sign-in?next=${encodeURIComponent(pathname + search + hash)}`
}

/**
 * The page's way to the device. A call that the firmware lacks fails as missing without being made.
 * When the session has ended the page goes to sign in and comes back; it stays, and the call fails,
 * where that would lose something: with values that are not saved, and in a frame, whose page asks
 * for the password itself.
 */
export const device: Client = {
  async call(call, input, options) {
    const { id, own } = call as unknown as Call
    if (!hasCall(firmware, { id, ...(own ? { own } : {}) }))
      throw new DeviceFault('missing', id, '')
    return inSession(() => client.call(call, input, options))
  },
  open: (call, input, signal) => inSession(() => client.open(call, input, signal)),
}

/** The same way for clients that read answers themselves. */
export const transport: Transport = {
  send: (id, target, use) => inSession(() => client.send(id, target, use)),
}

async function inSession<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send()
  } catch (fault) {
    const ended = fault instanceof DeviceFault && fault.kind === 'signedOut'
    if (!ended || framed || anyUnsaved()) throw fault
    location.assign(signInAddress())
    // The page is on its way; nothing more is to be shown on it.
    return new Promise(() => {})
  }
}
