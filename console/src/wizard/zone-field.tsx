import type { Form } from '@lintel/ui/form'
import { useFieldValue } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { utcAt } from '../app/clock/device-clock.ts'
import { isSameZone } from '../time/zone-names.ts'
import { ZonePicker } from '../time/zone-picker.tsx'
import type { TimeValues } from './draft.ts'
import { browser } from './environment.ts'
import type { TimeReading } from './readings.ts'

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
  )
}
