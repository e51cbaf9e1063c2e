import type { Call } from '@lintel/contract/call'
import { getUserGroups } from '@lintel/contract/calls/users'
import { createClient } from '@lintel/contract/client'
import type { Client } from '@lintel/contract/client'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import { createConnection } from './connection/connection.ts'
import { repeatLostReads } from './connection/repeat-reads.ts'
import { firmware, noteMissing, requireCall } from './firmware.ts'
import { probe } from './probe.ts'
import { queryClient } from './query-client.ts'
import { createSessionGate } from '@lintel/ui/session-gate'
import { me, sameGroups } from './session/me.ts'
import { GONE_TIMEOUT, ROLE_RELOAD_PAUSE } from './timing.ts'

/** The plain client, for requests that don't depend on the session. */
export const client = createClient({ publicNames: () => firmware.get().publicNames })

/** Nothing is there, unlike a service that lacks only this call. */
const NOT_FOUND = 404

/** Calls whose session has ended wait here. */
export const session = createSessionGate()

/** Whether the device answers. When it comes back, the pages are refetched. */
export const connection = createConnection({
  probe: async () => {
    const { needsSetup } = await probe(client, { timeoutMs: GONE_TIMEOUT })
    // Its first administrator is gone: the root page is the wizard now.
    if (needsSetup) location.reload()
  },
  onBack: () => void queryClient.invalidateQueries(),
})
repeatLostReads(queryClient, connection.gone)

/**
 * The pages' access to the device. On top of the client: a call that the firmware lacks fails as
 * missing without a request; a call whose session has ended waits for the sign-in and is repeated;
 * an unanswered call triggers a check whether the device is there; after a refused role the role is
 * fetched again, and the page reloads if it has changed.
 */
export const device: Client = {
  async call(call, input, options) {
    requireCall(call)
    try {
      return await withSession(() => client.call(call, input, options), options?.signal)
    } catch (fault) {
      if (fault instanceof DeviceFault && fault.kind === 'missing') {
        const { id, path } = call as unknown as Call
        noteMissing(fault.status === NOT_FOUND ? path : id)
      }
      throw fault
    }
  },
  open: (call, input, signal) => withSession(() => client.open(call, input, signal), signal),
}

/** Sends any request the same way, for other kinds of clients. */
export async function withSession<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      const answer = await send()
      connection.answered()
      return answer
    } catch (fault) {
      if (!(fault instanceof DeviceFault)) throw fault
      if (isLost(fault)) connection.lost()
      else connection.answered()
      if (fault.kind === 'forbidden') await checkRole()
      if (fault.kind !== 'signedOut' || me.get() === undefined) throw fault
      await session.signedInAgain(signal)
    }
  }
}

/** Whether a reload is under way: several calls may be refused at once. */
let reloading = false

async function checkRole() {
  const known = me.get()
  const now = await client.call(getUserGroups, {}).catch(() => undefined)
  if (!known || !now || sameGroups(known, now) || reloading) return
  reloading = true
  // The reload may ask about unsaved changes: after a no, the next refused calls don't ask again.
  setTimeout(() => {
    reloading = false
  }, ROLE_RELOAD_PAUSE)
  location.reload()
}

/**
 * Sends a request with the session, so that its end is noticed without waiting for a page's call.
 */
export async function checkSession(): Promise<void> {
  if (session.ended.get()) return
  await device.call(getUserGroups, {}).catch(() => undefined)
}
