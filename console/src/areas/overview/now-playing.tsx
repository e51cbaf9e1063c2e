import { Button } from '@lintel/ui/button'
import { useFaultText } from '@lintel/ui/fault-text'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { Square } from 'lucide-react'
import { useState } from 'react'
import { useReachable } from '../../app/events/use-reachable.ts'
import { soundQuery, stopSound } from '../../app/sound.ts'
import { Fresh } from './tiles/fresh.tsx'
import styles from './audio-tiles.module.css'

/** What the loudspeaker plays now, and a button that stops it. */
export function NowPlaying() {
  const text = useText()
  const faultText = useFaultText()
  const isReachable = useReachable()
  const { data } = useQuery(soundQuery)
  const [busy, setBusy] = useState(false)
  const sound = data?.sound
  if (sound === undefined) return null

  async function stop() {
    setBusy(true)
    try {
      await stopSound()
    } catch (fault) {
      const because = faultText(fault)
      showToast({ status: 'critical', text: text('overview.playing.notStopped', { because }) })
    } finally {
      setBusy(false)
    }
  }

  return (
    <div className={styles['playing']}>
      <output>
        <Fresh
          value={
            sound ? text('overview.playing', { name: sound.name }) : text('overview.playing.none')
          }
        />
      </output>
      {sound && (
        <Button
          busy={busy}
          disabled={!isReachable}
          icon={<Square size={14} aria-hidden="true" />}
          onClick={() => void stop()}
        >
          {text('overview.playing.stop')}
        </Button>
      )}
    </div>
  )
}
