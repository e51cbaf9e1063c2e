import type { Form } from '@lintel/ui/form'
import { useFieldValue } from '@lintel/ui/form'
import { formatInstant } from '@lintel/ui/dates'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { localAt, utcAt } from '../app/clock/device-clock.ts'
import type { DeviceTime } from '../app/clock/device-clock.ts'
import { useTick } from '../app/clock/use-tick.ts'
import { inZone } from '../time/local-time.ts'
import { isSameZone } from '../time/zone-names.ts'
import { ZonePicker } from '../time/zone-picker.tsx'
import type { TimeValues } from './draft.ts'
import { browser } from './environment.ts'
import type { TimeReading } from './readings.ts'
import styles from './wizard.module.css'

/**
 * The time zone, from those that the device has. Explains why one was proposed, or that the
 * browser's differs. Loaded by `ZonePart`.
 */
export function ZoneField({ form, reading }: { form: Form<TimeValues>; reading: TimeReading }) {
  const text = useText()
  const chosen = useFieldValue(form, 'zone')
  const here = browser.zone()
  const { clock, zone, zones, posixZone, zoneProposed, values } = reading
  const proposed = zoneProposed && chosen === values.zone
  const elsewhere = chosen !== '' && !isSameZone(chosen, here)
  return (
    <>
      <ZonePicker
        form={form}
        zones={zones}
        current={zone}
        posixZone={posixZone}
        utc={utcAt(clock, clock.at)}
        help={
          proposed
            ? text('wizard.time.zoneProposed')
            : elsewhere
              ? text('wizard.time.zoneElsewhere', { zone: here })
              : undefined
        }
      />
      {chosen !== '' && <There clock={inZone(clock, chosen)} />}
    </>
  )
}

/** What time it is in the chosen zone, before it is stored. */
function There({ clock }: { clock: DeviceTime }) {
  const text = useText()
  const language = useLanguage()
  const time = formatInstant(language, localAt(clock, useTick(clock)), 'second')
  return <p className={styles['there']}>{text('wizard.time.there', { time })}</p>
}
