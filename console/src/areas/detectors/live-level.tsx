import { levelPercent } from '@lintel/contract/audio-level'
import { Button } from '@lintel/ui/button'
import { Row } from '@lintel/ui/card'
import { useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useId } from 'react'
import { useAudioLevels } from '../../app/audio-level/use-audio-levels.ts'
import type { DetectorValues } from './detector-values.ts'
import styles from './detectors.module.css'

/** What the microphone hears now, with a mark at the alarm level that the form has. */
export function LiveLevel({ form }: { form: Form<DetectorValues> }) {
  const text = useText()
  const nameId = useId()
  const alarm = Number(useFieldValue(form, 'alarmLevel'))
  const { levels, failed, retry } = useAudioLevels()
  if (failed !== undefined) {
    return (
      <Row name={text('detectors.level')}>
        <div className={styles['failed']} role="alert">
          <span>
            {failed === 'missing'
              ? text('ui.fault.missing')
              : text(failed === 405 ? 'detectors.level.disabled' : 'detectors.level.failed', {
                  status: failed,
                })}
          </span>
          {failed !== 'missing' && <Button onClick={retry}>{text('ui.retry')}</Button>}
        </div>
      </Row>
    )
  }
  const level = levels && Math.min(levelPercent(levels.peak), 100)
  const above = level !== undefined && level > alarm
  return (
    <Row name={text('detectors.level')} nameId={nameId}>
      <div className={styles['live']}>
        <div
          className={styles['meter']}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- browsers paint their own meter each in its way
          role="meter"
          aria-labelledby={nameId}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={level ?? 0}
          data-above={above || undefined}
        >
          <i style={{ inlineSize: `${level ?? 0}%` }} />
          <b style={{ insetInlineStart: `${alarm}%` }} />
        </div>
        <span className={styles['state']}>
          {level === undefined
            ? text('ui.loading')
            : text(above ? 'detectors.level.above' : 'detectors.level.below', { level })}
        </span>
      </div>
    </Row>
  )
}
