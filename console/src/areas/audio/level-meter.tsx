import { audioLevel } from '@lintel/contract/calls/sound'
import { SILENCE_DB } from '@lintel/contract/audio-level'
import { Button } from '@lintel/ui/button'
import type { TextOf } from '@lintel/ui/i18n'
import { useText } from '@lintel/ui/i18n'
import { closeToast, showToast } from '@lintel/ui/toast'
import { useCallback, useEffect, useState } from 'react'
import type { LevelFailure } from '../../app/audio-level/follow-levels.ts'
import { connection, device } from '../../app/device.ts'
import { useStore } from '../../app/store.ts'
import styles from './audio.module.css'
import { watchLevels } from './watch-levels.ts'
import type { LevelReading } from './watch-levels.ts'

const open = (signal: AbortSignal) =>
  device.open(audioLevel, { format: 'html', audiochannel: '0' }, signal)

/** The sentence for a failure that people can do something about. */
const failureText = (text: TextOf, failure: 405 | 503): string =>
  text(failure === 405 ? 'audio.level.off' : 'audio.level.failed', { status: failure })

/**
 * The live level of the input, a meter for each channel. Nothing is read while the page is hidden.
 */
export function LevelMeter() {
  // Anew when the device is back, and on request.
  const returns = useStore(connection.returns)
  const [turn, setTurn] = useState(0)
  const retry = useCallback(() => setTurn((last) => last + 1), [])
  return <LiveMeter key={`${returns} ${turn}`} onRetry={retry} />
}

function LiveMeter({ onRetry }: { onRetry: () => void }) {
  const text = useText()
  const [readings, setReadings] = useState<readonly LevelReading[]>([])
  const [failure, setFailure] = useState<LevelFailure>()

  useEffect(() => {
    let stop: (() => void) | undefined
    let reported: string | undefined
    const onFailed = (found: LevelFailure) => {
      setReadings([])
      setFailure(found)
      if (found === 'missing') return
      reported = failureText(text, found)
      const action = { label: text('ui.retry'), onPress: onRetry }
      showToast({ status: 'critical', text: reported, action })
    }
    function end() {
      stop?.()
      if (reported !== undefined) closeToast(reported)
    }
    function follow() {
      end()
      if (document.hidden) return
      setFailure(undefined)
      stop = watchLevels({ open, onReadings: setReadings, onFailed })
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      end()
    }
  }, [text, onRetry])

  if (failure === 'missing') return <p className="muted">{text('audio.level.missing')}</p>
  if (failure !== undefined) {
    return (
      <div className={styles['meters']} data-field="level">
        <p className="muted">{failureText(text, failure)}</p>
        <div>
          <Button onClick={onRetry}>{text('ui.retry')}</Button>
        </div>
      </div>
    )
  }
  if (readings.length === 0) return <p className="muted">{text('ui.loading')}</p>
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
      : text('audio.decibels', { decibels: Math.round(decibels) })
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
