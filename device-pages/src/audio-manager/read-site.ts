import { audioRoleOf } from '@lintel/contract/audio-peers'
import type { AudioPeerEntry } from '@lintel/contract/audio-peers'
import { getAudioPeers, getAudioSite } from '@lintel/contract/calls/audio'
import { isNotFound } from '@lintel/contract/fault'
import { device } from '../app/device.ts'
import { POLL_TIMEOUT } from '../app/timing.ts'

/** What a device says of its audio site. */
export interface SiteReading {
  /** Undefined when this device leads no site. */
  site: { name: string; version: string | undefined } | undefined
  peers: readonly AudioPeerEntry[]
}

/**
 * Reads the peers, and the site when this device leads one.
 * @throws DeviceFault when a call fails
 */
export async function readSite(
  serial: string | undefined,
  signal: AbortSignal,
): Promise<SiteReading> {
  const options = { signal, timeoutMs: POLL_TIMEOUT }
  const { Peer: peers } = await device.call(getAudioPeers, {}, options)
  if (!audioRoleOf(peers, serial).leader) return { site: undefined, peers }
  try {
    let version: string | undefined
    const onVersion = (received: string) => {
      version = received
    }
    const { site } = await device.call(getAudioSite, {}, { ...options, onVersion })
    return { site: { name: site.name, version }, peers }
  } catch (fault) {
    // The site was deleted in between.
    if (isNotFound(fault)) return { site: undefined, peers }
    throw fault
  }
}
