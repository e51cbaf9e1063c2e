import { audioRoleOf } from '@lintel/contract/audio-peers'
import type { AudioPeerEntry } from '@lintel/contract/audio-peers'
import { getAudioPeers, getAudioSite } from '@lintel/contract/calls/audio'
import { DeviceFault } from '@lintel/contract/fault'
import { LinkButton } from '@lintel/ui/button'
import { useFaultText } from '@lintel/ui/fault-text'
import { Text, useText } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { useCallback } from 'react'
import { SERIAL } from '../app/about.ts'
import type { About } from '../app/about.ts'
import { device } from '../app/device.ts'
import { lazyPart } from '../app/lazy-part.tsx'
import { useReading } from '../app/reading.ts'
import { POLL_INTERVAL, POLL_TIMEOUT } from '../app/timing.ts'
import { Members } from './members.tsx'
import { SiteHead } from './site-head.tsx'

const NewSite = lazyPart(async () => (await import('./new-site.tsx')).NewSite)

interface SiteReading {
  /** Undefined when this device leads no site. */
  site: { name: string; version: string | undefined } | undefined
  peers: readonly AudioPeerEntry[]
}

/** Reads the peers, and the site when this device leads one. */
async function readSite(serial: string | undefined, signal: AbortSignal): Promise<SiteReading> {
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
    if (fault instanceof DeviceFault && fault.kind === 'missing') return { site: undefined, peers }
    throw fault
  }
}

/** Creates and monitors the audio site of this device. */
export function Manager({ about }: { about: About }) {
  const faultText = useFaultText()
  const serial = about.values.get(SERIAL)
  const read = useCallback((signal: AbortSignal) => readSite(serial, signal), [serial])
  const { data, fault, again } = useReading(read, POLL_INTERVAL)
  if (!data) {
    return fault === undefined ? (
      <Loading />
    ) : (
      <LoadFailed fault={fault} onRetry={() => void again()} />
    )
  }
  const audioRole = audioRoleOf(data.peers, serial)
  return (
    <>
      {fault !== undefined && <Notice status="crit" title={faultText(fault)} />}
      {data.site && <SiteHead {...data.site} onChanged={again} />}
      {!data.site && audioRole.follows && <Follows leader={audioRole.follows} />}
      {!data.site && !audioRole.follows && (
        <NewSite product={about.brand.ProdShortName} onCreated={again} />
      )}
      <Members audioRole={audioRole} peers={data.peers} />
    </>
  )
}

/** A follower is managed on its leader. */
function Follows({ leader }: { leader: AudioPeerEntry }) {
  const text = useText()
  const { Name, Address } = leader.Configuration
  return (
    <Notice
      title={<Text id="audioManager.follows" values={{ name: Name }} />}
      action={
        <LinkButton href={`http://${Address.IPAddress}/audio-manager/`}>
          {text('ui.openLeader')}
        </LinkButton>
      }
    >
      {text('audioManager.followsNote')}
    </Notice>
  )
}
