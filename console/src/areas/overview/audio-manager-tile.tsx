import { audioRoleOf } from '@lintel/contract/audio-peers'
import type { AudioPeerEntry } from '@lintel/contract/audio-peers'
import { atSite } from '@lintel/contract/site'
import { Button, LinkButton } from '@lintel/ui/button'
import { ConfirmDialog } from '@lintel/ui/dialog'
import { Text, useText } from '@lintel/ui/i18n'
import { LoadFailed } from '@lintel/ui/loading'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParameterValues } from '../../app/queries.ts'
import { role } from '../../app/session/me.ts'
import { AUDIO_MANAGER } from '../../app/start/elsewhere.ts'
import styles from './audio-tiles.module.css'
import { peersQuery, siteQuery } from './queries.ts'
import { TileSkeleton } from './tiles/tile-skeleton.tsx'

/** Opens the audio manager, or makes this device one. A §2 Overview. */
export function AudioManagerTile() {
  const text = useText()
  const serial = useParameterValues().get('root.Properties.System.SerialNumber')
  const peers = useQuery(peersQuery)
  const audioRole = peers.data && serial !== undefined ? audioRoleOf(peers.data, serial) : undefined
  const site = useQuery({
    ...siteQuery(audioRole?.leader),
    // A device that doesn't report its peers may still have a site.
    enabled: !peers.isPending && role() === 'admin',
  })
  // Without the peers it is unknown whether it follows one of them.
  const unread = peers.data === undefined && peers.error
  const failure = unread || site.error
  return (
    <>
      {site.isPending && <TileSkeleton shape="text" />}
      {failure && (
        <LoadFailed
          fault={failure}
          onRetry={() => {
            void peers.refetch()
            if (site.isError) void site.refetch()
          }}
        />
      )}
      {site.data && (
        <>
          <p className={styles['note']}>
            <Text id="overview.siteLed" values={{ name: site.data.name }} />
          </p>
          <LinkButton href={atSite(AUDIO_MANAGER)}>{text('start.audioManager')}</LinkButton>
        </>
      )}
      {site.data === null && !unread && <NoSite leader={audioRole?.follows} />}
    </>
  )
}

/** A device that follows another is managed there; one that stands alone can become a leader. */
function NoSite({ leader }: { leader: AudioPeerEntry | undefined }) {
  const text = useText()
  const [confirming, setConfirming] = useState(false)
  if (leader) {
    const { Name, Address } = leader.Configuration
    return (
      <>
        <p className={styles['note']}>
          <Text id="overview.siteFollowed" values={{ name: Name }} />
        </p>
        <LinkButton
          href={`http://${Address.IPAddress}${AUDIO_MANAGER}`}
          target="_blank"
          rel="noreferrer"
        >
          {text('ui.openLeader')}
        </LinkButton>
      </>
    )
  }
  return (
    <>
      <p className={styles['note']}>{text('overview.upgradeNote')}</p>
      <Button onClick={() => setConfirming(true)}>{text('overview.upgrade')}</Button>
      <ConfirmDialog
        open={confirming}
        title={text('overview.upgradeTitle')}
        body={<p>{text('overview.upgradeBody')}</p>}
        confirm={text('ui.continue')}
        onConfirm={() => {
          location.assign(atSite(AUDIO_MANAGER))
        }}
        onClose={() => setConfirming(false)}
      />
    </>
  )
}
