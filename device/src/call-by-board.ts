import { Refusal } from '@lintel/contract/fault'
import type { RequestContext, ServedCall } from '@lintel/front-door/serve'
import * as v from 'valibot'

/**
 * Makes a call of the device, which the board orders for the story of its bench.
 * @throws Refusal as the call does, or `invalid` if there is no such call or not with this request
 */
export type MakeCall = (id: string, request: unknown) => Promise<void>

const nothing = () => undefined

/** Nobody has signed in: the board is the hardware, and whoever operates it may do everything. */
const context: RequestContext = {
  user: undefined,
  groups: [],
  address: '',
  origin: '',
  query: '',
  oldConnection: false,
  signal: new AbortController().signal,
  signIn: nothing,
  version: nothing,
  mustMatch: nothing,
  has: () => true,
}

/** @param served the device's calls with the handlers that answer them */
export const callMaker =
  (served: readonly ServedCall[]): MakeCall =>
  async (id, request) => {
    const found = served.find(({ call }) => call.id === id)
    const input = found && 'request' in found.call ? v.safeParse(found.call.request, request) : null
    if (!found || !input?.success) throw new Refusal('invalid', `The device can't make ${id}.`)
    await found.handler(input.output as never, context)
  }
