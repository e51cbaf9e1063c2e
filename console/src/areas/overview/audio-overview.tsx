import { useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { role } from '../../app/session/me.ts'
import { AudioManagerCard } from './audio-manager-card.tsx'
import { audioFacts } from './audio-facts.tsx'
import { InfoPanel } from './info-panel.tsx'
import styles from './overview-page.module.css'
import { peersQuery } from './queries.ts'
import { SpeakerCard } from './speaker-card.tsx'

/** The overview of a product with sound and without a picture. A §2 Overview. */
export function AudioOverview() {
  const text = useText()
  const peers = useQuery(peersQuery)
  return (
    <div className={styles['overview']}>
      <div>
        <SpeakerCard />
        {role() === 'admin' && <AudioManagerCard />}
      </div>
      <InfoPanel
        peers={peers.data ?? undefined}
        more={(overview) => audioFacts(overview, peers, text)}
      />
    </div>
  )
}
