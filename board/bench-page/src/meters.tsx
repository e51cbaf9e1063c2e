import { wholeDecibels } from '@lintel/contract/audio-level'
import type { MeterLevel, SoundLevels } from '@lintel/contract/bench-sound'
import { useText } from '@lintel/ui/i18n'
import { useContext, useEffect, useState } from 'react'
import { CardClosed } from './bench-card.tsx'
import { Level } from './level.tsx'

const CHANNELS = [
  ['input', 'bench.phone.microphone'],
  ['output', 'bench.sound'],
  ['lineOut', 'bench.sound.lineOut'],
  ['telecoil', 'bench.sound.telecoil'],
] as const

const SILENT: MeterLevel = { rms: null, peak: null, hold: null }

/** Meters that are no longer reported, as without power, stay in place. */
const silenced = (levels: SoundLevels): SoundLevels =>
  Object.fromEntries(Object.keys(levels).map((channel) => [channel, SILENT]))

/**
 * The device's meters. It computes them only while a page shows them.
 * @param unseen whether nobody can see them here
 */
function useLevels(unseen: boolean): SoundLevels {
  const [levels, setLevels] = useState<SoundLevels>({})
  useEffect(() => {
    let source: EventSource | undefined
    function look(): void {
      if (unseen || document.visibilityState === 'hidden') {
        source?.close()
        source = undefined
        return
      }
      if (source) return
      source = new EventSource('/bench/levels')
      source.addEventListener('message', ({ data }: MessageEvent<string>) =>
        setLevels((before) => ({ ...silenced(before), ...(JSON.parse(data) as SoundLevels) })),
      )
    }
    look()
    document.addEventListener('visibilitychange', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      source?.close()
    }
  }, [unseen])
  return levels
}

/** How loud the device is, at its microphone and at its outputs. */
export function Meters() {
  const levels = useLevels(useContext(CardClosed))
  const text = useText()
  return CHANNELS.map(([channel, label]) => {
    const level = levels[channel]
    return level && <Meter key={channel} label={text(label)} level={level} />
  })
}

function Meter({ label, level: { rms, hold } }: { label: string; level: MeterLevel }) {
  const text = useText()
  const peak = hold === null ? '' : text('bench.sound.peak', { decibels: wholeDecibels(hold) })
  return <Level label={label} decibels={rms} note={peak} />
}
