import { getPlaying } from '@lintel/contract/calls/audio'
import { inGroups, listParameters } from '@lintel/contract/calls/parameters'
import { isLost } from '@lintel/contract/fault'
import { Card } from '@lintel/ui/card'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { PageHead } from '@lintel/ui/page-head'
import { FRIENDLY_NAME } from '../app/about.ts'
import { device } from '../app/device.ts'
import { useReading } from '../app/reading.ts'
import type { PageProps } from '../app/start.tsx'
import { CHANGES_INTERVAL, POLL_INTERVAL, POLL_TIMEOUT } from '../app/timing.ts'
import { Clips } from './clips-list.tsx'
import { clipsIn } from '@lintel/contract/parameters/clips'
import { DeviceClock } from './device-clock.tsx'
import styles from './local-player.module.css'
import { NowPlaying } from './now-playing.tsx'
import { usePlayer } from './player.ts'

const readClips = async (signal: AbortSignal) =>
  (await device.call(listParameters, inGroups('root.MediaClip'), { signal })).values

const readPlaying = async (signal: AbortSignal) =>
  (await device.call(getPlaying, {}, { signal, timeoutMs: POLL_TIMEOUT })).sound

/** The page for people who only play sound on an audio device. A §1 (OPEN-10). */
export function LocalPlayer({ about }: PageProps) {
  const text = useText()
  const language = useLanguage()
  const reading = useReading(readClips, CHANGES_INTERVAL)
  const playing = useReading(readPlaying, POLL_INTERVAL)
  const player = usePlayer(playing)
  const gone = isLost(playing.fault)
  // What played last, it may not any more.
  const now = gone ? { ...playing, data: undefined } : playing
  const clips = reading.data && clipsIn(reading.data, language)
  const name = about.values.get(FRIENDLY_NAME)?.trim() || about.brand.ProdFullName

  return (
    <div className={styles['player']}>
      <PageHead title={name} note={about.brand.ProdFullName} actions={<DeviceClock />} />
      {gone && (
        <Notice status="crit" title={text('ui.gone')}>
          {text('frame.goneNote')}
        </Notice>
      )}
      <NowPlaying playing={now} player={player} />
      <Card title={text('localPlayer.clips')}>
        {clips && <Clips clips={clips} sound={now.data} player={player} />}
        {!clips && (
          <div className={styles['padded']}>
            {reading.fault === undefined ? (
              <Loading />
            ) : (
              <LoadFailed fault={reading.fault} onRetry={() => void reading.again()} />
            )}
          </div>
        )}
      </Card>
    </div>
  )
}
