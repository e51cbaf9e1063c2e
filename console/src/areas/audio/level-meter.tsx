import { SILENCE_DB, wholeDecibels } from '@lintel/contract/audio-level'
import { Button } from '@lintel/ui/button'
import type { TextOf } from '@lintel/ui/i18n'
import { useText } from '@lintel/ui/i18n'
import { closeToast, showToast } from '@lintel/ui/toast'
import { useEffect } from 'react'
import { useAudioLevels } from '../../app/audio-level/use-audio-levels.ts'
import styles from './audio.module.css'
import { readingsOf } from './level-readings.ts'
import type { LevelReading } from './level-readings.ts'

/** The sentence for a failure that people can do something about. */
const failureText = (text: TextOf, failure: 405 | 503): string =>
  text(failure === 405 ? 'audio.level.off' : 'audio.level.failed', { status: failure })

/** The live level of the input, a meter for each channel. A failure is a message too (AUDIO-16). */
export function LevelMeter() {
  const text = useText()
  const { levels, failed, retry } = useAudioLevels()

  useEffect(() => {
    if (failed === undefined || failed === 'missing') return undefined
    const message = failureText(text, failed)
    const action = { label: text('ui.retry'), onPress: retry }
    showToast({ status: 'critical', text: message, action })
    return () => closeToast(message)
  }, [failed, retry, text])

  if (failed === 'missing') return <p className="muted">{text('audio.level.missing')}</p>
  if (failed !== undefined) {
    return (
      <div className={styles['meters']} data-field="level">
        <p className="muted">{failureText(text, failed)}</p>
        <div>
          <Button onClick={retry}>{text('ui.retry')}</Button>
        </div>
      </div>
    )
  }
  if (!levels) return <p className="muted">{text('ui.loading')}</p>
  const readings = readingsOf(levels)
  return (
    <div className={styles['meters']} data-field="level">
      {readings.map((reading) => (
        <Meter key={reading.channel} reading={reading} several={readings.length > 1} />
      ))}
    </div>
  )
}

function Meter({ reading, several }: { reading: LevelReading; several: boolean }) {
  const { channel, decibels, percent, threshold } = reading
  const text = useText()
  const name = several ? text('audio.level.channel', { channel }) : text('audio.level')
  const value =
    decibels <= SILENCE_DB
      ? text('audio.level.silence')
      : text('audio.decibels', { decibels: wholeDecibels(decibels) })
  return (
    <div className={styles['meter']}>
      {several && <span className={styles['name']}>{name}</span>}
      <div
        className={styles['bar']}
        data-loud={percent >= threshold || undefined}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers paint their own meter each in its way
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={value}
      >
        <i style={{ inlineSize: `${percent}%` }} />
        <b style={{ insetInlineStart: `${threshold}%` }} />
      </div>
      <span className={styles['value']} aria-hidden="true">
        {value}
      </span>
    </div>
  )
}
