import type { AudioPeerEntry, AudioRole } from '@lintel/contract/audio-peers'
import { atSite } from '@lintel/contract/site'
import { LinkButton } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useText } from '@lintel/ui/i18n'
import { ExternalLink } from 'lucide-react'
import { framed } from '../app/framed.ts'
import { Identify } from './identify.tsx'
import styles from './members.module.css'
import { StatusChip } from './status-chip.tsx'

/** Outside the console, the marker in the address keeps it from opening the audio manager (OPEN-11). */
const SETTINGS = atSite(`/webapp/hw/${framed ? '' : '?from=edge'}#/audioSystemSettings`)

/** The members of the site; without one, the audio devices on the network. */
export function Members(props: { audioRole: AudioRole; peers: readonly AudioPeerEntry[] }) {
  const { audioRole, peers } = props
  const text = useText()
  const inSite = audioRole.members.length > 0
  const shown = inSite ? audioRole.members : peers
  const title = text(inSite ? 'audioManager.members' : 'audioManager.found')
  const alone = inSite && shown.length === 1
  return (
    <Card
      title={title}
      note={alone ? text('audioManager.alone') : undefined}
      actions={
        alone && (
          <LinkButton href={SETTINGS} target="_top">
            {text('pages.audioSystemSettings')}
          </LinkButton>
        )
      }
    >
      <ul className={styles['list']} aria-label={title}>
        {shown.map((peer) => (
          <Member
            key={`${peer.Configuration.Id} ${peer.Configuration.Address.MAC}`}
            peer={peer}
            own={peer === audioRole.own}
            inSite={inSite}
          />
        ))}
      </ul>
    </Card>
  )
}

function Member(props: { peer: AudioPeerEntry; own: boolean; inSite: boolean }) {
  const { peer, own, inSite } = props
  const text = useText()
  const { Name: name, Address, Leader } = peer.Configuration
  const role = text(Leader ? 'ui.leader' : 'ui.follower')
  return (
    <li>
      <div className={styles['device']}>
        <b>{name}</b>
        <span>{[peer.MetaData.Type, ...(inSite ? [role] : [])].join(' · ')}</span>
      </div>
      <span className={styles['address']}>{Address.IPAddress}</span>
      <span className={styles['status']}>
        <StatusChip status={peer.ConnectionStatus} />
      </span>
      <span className={styles['action']}>
        {own ? (
          <Identify name={name} />
        ) : (
          <a
            href={`http://${Address.IPAddress}/`}
            target="_blank"
            rel="noreferrer"
            aria-label={text('audioManager.openConsole', { name })}
          >
            {text('audioManager.console')}{' '}
            <ExternalLink size={14} className={styles['icon']} aria-hidden="true" />
          </a>
        )}
      </span>
    </li>
  )
}
