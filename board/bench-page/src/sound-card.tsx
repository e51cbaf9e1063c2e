import type { BenchState } from '@lintel/contract/bench'
import { setSpeaker } from '@lintel/contract/bench'
import { Button } from '@lintel/ui/button'
import { formatInstant } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { Switch } from '@lintel/ui/switch'
import { Volume2, VolumeX } from 'lucide-react'
import { useCallback, useId, useState } from 'react'
import { DeviceCard, Pair } from './bench-card.tsx'
import { useCommand } from './command.ts'
import { useListening } from './listening.ts'
import { Meters } from './meters.tsx'
import { isSounding } from './sounding.ts'
import styles from './sound-card.module.css'

/** What the loudspeaker plays, with a way to listen, the device's meters, and its calibration. */
export function SoundCard(
  props: Pick<BenchState, 'sound' | 'speaker' | 'calls'> & { zone: BenchState['timeZone'] },
) {
  const { sound, speaker, zone } = props
  const text = useText()
  const language = useLanguage()
  const id = useId()
  const [calibrate, busy] = useCommand(setSpeaker)
  const [listening, setListening] = useState(false)
  useListening(
    listening,
    useCallback(() => setListening(false), []),
  )
  return (
    <DeviceCard name="sound" title={text('bench.sound')} note={text('bench.sound.help')}>
      <Pair>
        <output className={styles['sound']}>
          {sound ? (
            <>
              <b>{sound.name}</b>{' '}
              {text('bench.sound.plays', {
                seconds: sound.seconds,
                plays: Math.max(sound.plays, 0),
                volume: sound.volume,
              })}
            </>
          ) : (
            text(isSounding(props) ? 'bench.doing.sounds' : 'bench.sound.silence')
          )}
        </output>
        <Button
          aria-pressed={listening}
          icon={listening ? <Volume2 size={16} /> : <VolumeX size={16} />}
          onClick={() => setListening(!listening)}
        >
          {text('bench.sound.listen')}
        </Button>
      </Pair>
      <Meters />
      <Pair>
        <label htmlFor={`${id}c`}>
          {speaker !== null && speaker.calibrated !== ''
            ? text('bench.sound.calibratedSince', {
                time: formatInstant(language, Date.parse(speaker.calibrated) + (zone?.offset ?? 0)),
              })
            : text('bench.sound.calibrated')}
        </label>
        <Switch
          id={`${id}c`}
          checked={speaker !== null && speaker.calibrated !== ''}
          disabled={speaker === null || busy}
          onChange={(event) => void calibrate({ calibrated: event.target.checked })}
        />
      </Pair>
    </DeviceCard>
  )
}
