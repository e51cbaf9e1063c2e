import { DeviceFault, isLost } from '@lintel/contract/fault'
import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { Slider } from '@lintel/ui/slider'
import { Square, Volume1, Volume2, VolumeX } from 'lucide-react'
import { useId } from 'react'
import type { Reading } from '../app/reading.ts'
import styles from './now-playing.module.css'
import type { Player, PlayingSound } from './player.ts'

/** What plays now, a button that stops it, and the volume. */
export function NowPlaying(props: { playing: Reading<PlayingSound>; player: Player }) {
  const { playing, player } = props
  const text = useText()
  const sounds = playing.data !== null && playing.data !== undefined
  return (
    <Card title={text('localPlayer.nowPlaying')}>
      <div className={styles['now']} data-sounds={sounds || undefined}>
        <span className={styles['bars']} aria-hidden="true">
          <i />
          <i />
          <i />
        </span>
        <output className={styles['what']}>
          <What playing={playing} />
        </output>
        {/* A device that doesn't report what plays can still be stopped. */}
        <Button
          kind={sounds ? 'primary' : 'default'}
          icon={<Square size={16} aria-hidden="true" />}
          disabled={playing.data === null}
          busy={player.busy === 'stop'}
          onClick={player.stop}
        >
          {text('localPlayer.stop')}
        </Button>
      </div>
      <Volume player={player} />
    </Card>
  )
}

function What({ playing: { data, fault } }: { playing: Reading<PlayingSound> }) {
  const text = useText()
  const faultText = useFaultText()
  if (fault instanceof DeviceFault && fault.kind === 'missing') {
    return <span className="muted">{text('localPlayer.notTold')}</span>
  }
  // The page says that the device is gone.
  if (isLost(fault)) return <span className="muted">{text('ui.unknown')}</span>
  if (data === undefined) return fault === undefined ? <Loading /> : faultText(fault)
  if (data === null) return <span className="muted">{text('localPlayer.silence')}</span>
  return (
    <>
      <b>{data.name}</b>
      {data.plays === -1 && <small>{text('localPlayer.forEver')}</small>}
      {data.plays > 1 && <small>{text('localPlayer.times', { count: data.plays })}</small>}
    </>
  )
}

function Volume({ player: { volume, setVolume } }: { player: Player }) {
  const text = useText()
  const id = useId()
  const Icon = volume === 0 ? VolumeX : volume < 50 ? Volume1 : Volume2
  return (
    <div className={styles['volume']}>
      <label htmlFor={id}>{text('localPlayer.volume')}</label>
      <span className={styles['slider']}>
        <Icon size={20} aria-hidden="true" />
        <Slider
          id={id}
          step={5}
          value={volume}
          format={(value) => text('localPlayer.percent', { volume: value })}
          onChange={setVolume}
        />
      </span>
    </div>
  )
}
