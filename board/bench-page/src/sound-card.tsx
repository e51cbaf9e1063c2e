import type { BenchState } from '@lintel/contract/bench'
import { setSpeaker } from '@lintel/contract/bench'
import { Button } from '@lintel/ui/button'
import { formatInstant } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { Switch } from '@lintel/ui/switch'
import { Volume2, VolumeX } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { BenchCard, Pair } from './bench-card.tsx'
import { useCommand } from './command.ts'

type Sound = NonNullable<BenchState['sound']>

/** Plays in the browser what the loudspeaker plays. */
function useListening(sound: Sound | null, listening: boolean): void {
  const playing = useRef<HTMLAudioElement>(undefined)
  const loudness = Math.min((sound?.volume ?? 0) / 100, 1)
  const level = useRef(loudness)
  useEffect(() => {
    level.current = loudness
    if (playing.current) playing.current.volume = loudness
  }, [loudness])
  const since = sound?.since
  const again = sound !== null && sound.plays !== 1
  useEffect(() => {
    if (!listening || since === undefined) return undefined
    const audio = new Audio(`/bench/sound?since=${since}`)
    audio.loop = again
    audio.volume = level.current
    playing.current = audio
    // A browser that refuses to play, or a sound that is already over, stays silent.
    audio.play().catch(() => undefined)
    return () => {
      audio.pause()
      playing.current = undefined
    }
  }, [listening, since, again])
}

/** What the loudspeaker plays, with a way to listen, and its calibration. */
export function SoundCard({ sound, speaker }: Pick<BenchState, 'sound' | 'speaker'>) {
  const text = useText()
  const language = useLanguage()
  const id = useId()
  const [calibrate, busy] = useCommand(setSpeaker)
  const [listening, setListening] = useState(false)
  useListening(sound, listening)
  return (
    <BenchCard title={text('bench.sound')} note={text('bench.sound.help')}>
      <Pair>
        <output>
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
            text('bench.sound.silence')
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
      <Pair>
        <label htmlFor={`${id}c`}>
          {speaker !== null && speaker.calibrated !== ''
            ? text('bench.sound.calibratedSince', {
                time: formatInstant(language, Date.parse(speaker.calibrated)),
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
    </BenchCard>
  )
}
