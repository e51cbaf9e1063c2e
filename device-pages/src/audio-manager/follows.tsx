import type { AudioPeerEntry } from '@lintel/contract/audio-peers'
import { LinkButton } from '@lintel/ui/button'
import { Text, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { framed } from '../app/framed.ts'

/** A follower is managed on its leader. */
export function Follows({ leader }: { leader: AudioPeerEntry }) {
  const text = useText()
  const { Name, Address } = leader.Configuration
  return (
    <Notice
      title={<Text id="audioManager.follows" values={{ name: Name }} />}
      action={
        <LinkButton
          href={`http://${Address.IPAddress}/audio-manager/`}
          // Another device has no place in the frame of this one's console.
          {...(framed && { target: '_blank', rel: 'noreferrer' })}
        >
          {text('ui.openLeader')}
        </LinkButton>
      }
    >
      {text('audioManager.followsNote')}
    </Notice>
  )
}
