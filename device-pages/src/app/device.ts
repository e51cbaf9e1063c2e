import type { Call } from '@lintel/contract/call'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { signIn } from '@lintel/contract/calls/session'
import { createClient } from '@lintel/contract/client'
import type { Client, Transport } from '@lintel/contract/client'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import { firmwareOf, hasCall } from '@lintel/contract/firmware'
import { atSite, siteBase } from '@lintel/contract/site'
import { deviceAnswers, deviceLost } from '@lintel/ui/device-loss'
import { listenToPageAround, tellPageAround } from '@lintel/ui/frame-messages'
import { createSessionGate } from '@lintel/ui/session-gate'
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

/** Calls whose session has ended wait here, where leaving the page would lose something. */
export const session = createSessionGate()

// The page around a frame asks for the password.
if (framed) {
  session.ended.subscribe(() => {
    if (session.ended.get()) tellPageAround({ about: 'signedOut' })
  })
  listenToPageAround(({ about }) => {
    if (about === 'signedIn') session.resume()
  })
}

/**
 * Signs in again, and repeats the calls that wait if it is the same account; they don't belong to
 * another one.
 * @param before the account that was signed in
 * @throws DeviceFault
 */
export async function signInAgain(before: string, user: string, password: string): Promise<void> {
  const now = await client.call(signIn, { user, password })
  if (now.user === before) session.resume()
  else location.reload()
}

/**
 * The page's client of the device. A call that the firmware lacks fails as missing without a
 * request. When the session has ended the page redirects to the sign-in page. Where that would lose
 * something, with unsaved values and in a frame, the call waits until the person has signed in again.
 */
export const device: Client = {
  async call(call, input, options) {
    const declared = call as unknown as Call
    if (!deviceHas(declared)) throw new DeviceFault('missing', declared.id, '')
    return inSession(() => followed(client.call(call, input, options)), options?.signal)
  },
  open: (call, input, signal) => inSession(() => client.open(call, input, signal), signal),
}

/** How many calls in a row got no answer. */
let lost = 0

/** Notes from the outcome of a call whether the device answers. It is gone after two lost calls in a row. */
async function followed<T>(answer: Promise<T>): Promise<T> {
  try {
    const answered = await answer
    noteOutcome()
    return answered
  } catch (fault) {
    if (!(fault instanceof DOMException)) noteOutcome(fault)
    throw fault
  }
}

function noteOutcome(fault?: unknown): void {
  if (isLost(fault)) {
    lost += 1
    deviceLost()
  } else {
    deviceAnswers(lost > 1)
    lost = 0
  }
}

/** The same for clients that read responses themselves. */
export const transport: Transport = {
  send: (id, target, use) => inSession(() => client.send(id, target, use), use.signal),
}

async function inSession<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await send()
    } catch (fault) {
      if (!(fault instanceof DeviceFault) || fault.kind !== 'signedOut') throw fault
      if (framed || anyUnsaved()) await session.signedInAgain(signal)
      else {
        location.assign(signInAddress())
        // The page is being left; show nothing more on it.
        return new Promise(() => {})
      }
    }
  }
}
