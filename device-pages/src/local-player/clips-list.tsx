import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { Play } from 'lucide-react'
import type { Clip } from '@lintel/contract/parameters/clips'
import styles from './clips-list.module.css'
import type { Player, PlayingSound } from './player.ts'

/** The clips of the device, each with a large play button. */
export function Clips(props: {
  clips: readonly Clip[]
  sound: PlayingSound | undefined
  player: Player
}) {
  const { clips, sound, player } = props
  const text = useText()
  if (clips.length === 0) return <p className={styles['none']}>{text('localPlayer.noClips')}</p>
  return (
    <ul className={styles['list']}>
      {clips.map(({ id, name }) => (
        <li key={id} aria-current={sound?.clip === id ? 'true' : undefined}>
          <span className={styles['name']}>{name}</span>
          <Button
            icon={<Play size={16} aria-hidden="true" />}
            busy={player.busy === id}
            aria-label={text('localPlayer.playClip', { name })}
            onClick={() => player.play(id)}
          >
            {text('localPlayer.play')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
