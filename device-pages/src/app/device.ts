import type { Call } from '@lintel/contract/call'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { createClient } from '@lintel/contract/client'
import type { Client, Transport } from '@lintel/contract/client'
import { DeviceFault } from '@lintel/contract/fault'
import { firmwareOf, hasCall } from '@lintel/contract/firmware'
import { atSite, siteBase } from '@lintel/contract/site'
import { anyUnsaved } from '@lintel/ui/unsaved'
import { framed } from './framed.ts'

/** The firmware's features, known from the first response on. */
let firmware = firmwareOf(new Map())

export function setFirmware(values: ParameterValues): void {
  firmware = firmwareOf(values)
}

/** Whether the device has this call. Pages omit or explain what is missing. */
export const deviceHas = (call: Pick<Call, 'id' | 'own'>): boolean => hasCall(firmware, call)

const client = createClient({ publicNames: () => firmware.publicNames })

/** The sign-in page, which redirects back to this one. */
export function signInAddress({ pathname, search, hash }: Location = location): string {
  const path = pathname.slice(siteBase().length)
  return atSite(`/sign-in?next=${encodeURIComponent(path + search + hash)}`)
}

/**
 * The page's client of the device. A call that the firmware lacks fails as missing without a
 * request. When the session has ended the page redirects to the sign-in page. It stays, and the
 * call fails, where that would lose something: with unsaved values, and in a frame, where the
 * surrounding page asks for the password itself.
 */
export const device: Client = {
  async call(call, input, options) {
    const declared = call as unknown as Call
    if (!deviceHas(declared)) throw new DeviceFault('missing', declared.id, '')
    return inSession(() => client.call(call, input, options))
  },
  open: (call, input, signal) => inSession(() => client.open(call, input, signal)),
}

/** The same for clients that read responses themselves. */
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
    // The page is being left; show nothing more on it.
    return new Promise(() => {})
  }
}
