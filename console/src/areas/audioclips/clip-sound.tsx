import type { Clip } from '@lintel/contract/parameters/clips'
import { elapsedText } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { deviceHas } from '../../app/firmware.ts'
import { getWaveform } from '@lintel/contract/calls/clips'
import styles from './audioclips.module.css'
import { waveformQuery } from './queries.ts'
import { levelOf, WAVE_HEIGHT, wavePath } from './waveform.ts'

/** The wave form and the length of a clip; nothing on firmware that doesn't tell them. */
export function ClipSound({ clip }: { clip: Clip }) {
  const text = useText()
  const lengthOf = useLengthText()
  const { data, isPending } = useQuery(waveformQuery(clip))
  if (!deviceHas(getWaveform)) return null
  if (!data) return isPending ? <span className={styles['waits']} /> : null
  const { peaks, seconds, factory } = data
  return (
    <small className={styles['sound']}>
      <svg
        viewBox={`0 0 ${Math.max(peaks.length, 1)} ${WAVE_HEIGHT}`}
        preserveAspectRatio="none"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img element draws no paths
        role="img"
        aria-label={text('audioclips.waveform', { level: levelOf(peaks) })}
      >
        <path d={wavePath(peaks)} />
      </svg>
      <span>{lengthOf(seconds)}</span>
      {factory && <span>{text('audioclips.factory')}</span>}
    </small>
  )
}

const MINUTE = 60

/** `3.2 sec`, or `2 min 05 s`. */
function useLengthText(): (seconds: number) => string {
  const text = useText()
  const language = useLanguage()
  const short = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: 'second',
    maximumFractionDigits: 1,
  })
  return (seconds) => (seconds < MINUTE ? short.format(seconds) : elapsedText(text, seconds))
}
