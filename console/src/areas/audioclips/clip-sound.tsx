import type { Clip } from '@lintel/contract/parameters/clips'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { useQuery } from '@tanstack/react-query'
import { deviceHas } from '../../app/firmware.ts'
import { getWaveform } from '@lintel/contract/calls/clips'
import styles from './audioclips.module.css'
import { lengthText } from './length-text.ts'
import { waveformQuery } from './queries.ts'
import { levelOf, WAVE_HEIGHT, wavePath } from './waveform.ts'

/** The wave form and the length of a clip; nothing on firmware that doesn't tell them. */
export function ClipSound({ clip }: { clip: Clip }) {
  const text = useText()
  const language = useLanguage()
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
      <span>{lengthText(language, seconds)}</span>
      {factory && <span>{text('audioclips.factory')}</span>}
    </small>
  )
}
