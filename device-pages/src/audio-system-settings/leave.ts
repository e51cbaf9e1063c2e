import { leaveAudioSite, removeFollower } from '@lintel/contract/calls/audio-followers'
import type { Client } from '@lintel/contract/client'
import { isNotFound } from '@lintel/contract/fault'

/** What a call returns, or this if the device has no such thing any more. */
async function unlessGone<T>(call: Promise<T>, gone: T): Promise<T> {
  try {
    return await call
  } catch (fault) {
    if (!isNotFound(fault)) throw fault
    return gone
  }
}

/**
 * Leaves the audio site that the device follows. A device that follows none any more has left it.
 * @throws DeviceFault
 */
export async function leave(client: Pick<Client, 'call'>): Promise<void> {
  await unlessGone(client.call(leaveAudioSite, {}), {})
}

/**
 * Removes a follower, if nobody has done so meanwhile. Returns whether the follower knows.
 * @throws DeviceFault
 */
export async function removedFrom(client: Pick<Client, 'call'>, id: string): Promise<boolean> {
  const { told } = await unlessGone(client.call(removeFollower, { id }), { told: true })
  return told
}
