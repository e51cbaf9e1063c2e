import type { AudioPeerEntry, AudioStanding } from '@lintel/contract/audio-peers'
import { Card } from '@lintel/ui/card'
import { Chip } from '@lintel/ui/chip'
import { useText } from '@lintel/ui/i18n'
import { Table } from '@lintel/ui/table'
import type { Column } from '@lintel/ui/table'
import { ExternalLink } from 'lucide-react'
import styles from './audio-manager.module.css'
import { Identify } from './identify.tsx'

const STATUS = {
  Online: 'ok',
  Offline: 'crit',
  Initiating: 'neutral',
  AuthenticationFailed: 'crit',
  InOtherPeerNetwork: 'neutral',
} as const

type Text = ReturnType<typeof useText>

function columnsOf(
  own: AudioPeerEntry | undefined,
  inSite: boolean,
  text: Text,
): Column<AudioPeerEntry>[] {
  return [
    {
      id: 'name',
      head: text('audioManager.device'),
      cell: ({ Configuration, MetaData }) => (
        <span className={styles['device']}>
          <b>{Configuration.Name}</b>
          <span>{MetaData.Type}</span>
        </span>
      ),
    },
    ...(inSite
      ? [
          {
            id: 'role',
            head: text('audioManager.role'),
            cell: ({ Configuration: { Leader } }: AudioPeerEntry) =>
              text(Leader ? 'audioManager.leader' : 'audioManager.follower'),
          },
        ]
      : []),
    {
      id: 'address',
      head: text('audioManager.address'),
      cell: ({ Configuration }) => <span className="mono">{Configuration.Address.IPAddress}</span>,
    },
    {
      id: 'status',
      head: text('audioManager.status'),
      cell: ({ ConnectionStatus: status }) => (
        <Chip status={Object.hasOwn(STATUS, status) ? STATUS[status] : 'neutral'}>
          {Object.hasOwn(STATUS, status) ? text(`audioManager.status.${status}`) : status}
        </Chip>
      ),
    },
    {
      id: 'actions',
      head: <span className="sr-only">{text('audioManager.actions')}</span>,
      end: true,
      cell: (peer) =>
        peer === own ? (
          <Identify name={peer.Configuration.Name} />
        ) : (
          <a
            href={`http://${peer.Configuration.Address.IPAddress}/`}
            target="_blank"
            rel="noreferrer"
            aria-label={text('audioManager.openConsole', { name: peer.Configuration.Name })}
          >
            {text('audioManager.console')}{' '}
            <ExternalLink size={14} className={styles['icon']} aria-hidden="true" />
          </a>
        ),
    },
  ]
}

/** The members of the site; without one, the audio devices that there are. */
export function Members(props: { standing: AudioStanding; peers: readonly AudioPeerEntry[] }) {
  const { standing, peers } = props
  const text = useText()
  const inSite = standing.members.length > 0
  const rows = inSite ? standing.members : peers
  const columns = columnsOf(standing.own, inSite, text)
  const title = text(inSite ? 'audioManager.members' : 'audioManager.found')
  return (
    <Card title={title} note={inSite && rows.length === 1 ? text('audioManager.alone') : undefined}>
      <Table
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={({ Configuration: { Id, Address } }) => `${Id} ${Address.MAC}`}
      />
    </Card>
  )
}
