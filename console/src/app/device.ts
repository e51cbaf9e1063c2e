import type { Call } from '@lintel/contract/call'
import { systemReady } from '@lintel/contract/calls/system'
import { getUserGroups } from '@lintel/contract/calls/users'
import { createClient } from '@lintel/contract/client'
import type { Client } from '@lintel/contract/client'
import { DeviceFault, isLost } from '@lintel/contract/fault'
import { yesNo } from '@lintel/contract/parameters/codec'
import { createConnection } from './connection/connection.ts'
import { deviceHas, firmware } from './firmware.ts'
import { queryClient } from './query-client.ts'
import { createSessionGate } from './session/session.ts'
import { me } from './session/me.ts'
import { GONE_TIMEOUT, ROLE_RELOAD_PAUSE } from './timing.ts'

/** The bare client, for questions that have nothing to do with the session. */
export const client = createClient({ publicNames: () => firmware.get().publicNames })

/** Where calls wait whose session has ended. */
export const session = createSessionGate()

/** Whether the device answers. A device that comes back has its pages read again. */
export const connection = createConnection({
  probe: async () => {
    const { needsetup } = await client.call(
      systemReady,
      { timeout: 0 },
      { timeoutMs: GONE_TIMEOUT },
    )
    // It lost its first administrator meanwhile: the root page is the wizard now.
    if (yesNo.decode(needsetup)) location.reload()
  },
  onBack: () => void queryClient.invalidateQueries(),
})

/**
 * The page's way to the device. Beside what the client does:
 * a call that the firmware lacks fails as missing without being made;
 * a call whose session has ended waits for the sign-in and is then made again;
 * a call without an answer starts the question whether the device is there;
 * a refused role is looked up again, and the page reloads when it is another one now.
 */
export const device: Client = {
  async call(call, input, options) {
    const { id, own } = call as unknown as Call
    // Not asked at all, so that no page trips over what its device is too old or too new for.
    if (!deviceHas({ id, ...(own ? { own } : {}) })) throw new DeviceFault('missing', id, '')
    return withSession(() => client.call(call, input, options), options?.signal)
  },
  open: (call, input, signal) => withSession(() => client.open(call, input, signal), signal),
}

/** Sends anything as calls are sent, for clients of other kinds. */
export async function withSession<T>(send: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await send()
    } catch (fault) {
      if (!(fault instanceof DeviceFault)) throw fault
      if (isLost(fault)) connection.lost()
      if (fault.kind === 'forbidden') await checkRole()
      if (fault.kind !== 'signedOut' || me.get() === undefined) throw fault
      await session.signedInAgain(signal)
    }
  }
}

/** Whether the page is on its way to be loaded again: several calls may be refused at once. */
let reloading = false

async function checkRole() {
  const known = me.get()
  const now = await client.call(getUserGroups, {}).catch(() => undefined)
  const changed = known && now && now.groups.toSorted().join() !== known.groups.toSorted().join()
  if (!changed || reloading) return
  reloading = true
  // Whoever stays, because of what is unsaved, is not asked again by each call that is refused.
  setTimeout(() => {
    reloading = false
  }, ROLE_RELOAD_PAUSE)
  location.reload()
}

/** Asks as the signed-in person, so that an ended session is noticed without waiting for a page's call. */
export async function checkSession(): Promise<void> {
  if (session.ended.get()) return
  await device.call(getUserGroups, {}).catch(() => undefined)
}
