import { SelectField } from '@lintel/ui/fields'
import type { Form } from '@lintel/ui/form'
import { useFieldValue } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useMemo } from 'react'
import type { TimeValues } from './draft.ts'
import type { TimeReading } from './readings.ts'
import { browser } from './environment.ts'
import { isSameZone } from '../time/zone-names.ts'

/**
 * The time zone, from those that the device has. Explains why one was proposed, or that the
 * browser's differs.
 */
export function ZoneField({ form, reading }: { form: Form<TimeValues>; reading: TimeReading }) {
  const text = useText()
  const chosen = useFieldValue(form, 'zone')
  const here = browser.zone()
  const { zone, zones, posixZone, zoneProposed, values } = reading
  const options = useMemo(() => {
    const names = zones.map((name) => ({ value: name, label: name }))
    if (zones.includes(zone)) return names
    const label = zone === '' ? text('datetime.keepRule', { rule: posixZone }) : zone
    return [{ value: zone, label }, ...names]
  }, [text, zone, zones, posixZone])
  const proposed = zoneProposed && chosen === values.zone
  const elsewhere = chosen !== '' && !isSameZone(chosen, here)
  const help = proposed
    ? text('wizard.time.zoneProposed')
    : elsewhere
      ? text('wizard.time.zoneElsewhere', { zone: here })
      : undefined
  return (
    <SelectField
      form={form}
      name="zone"
      label={text('datetime.timeZone')}
      help={help}
      options={options}
    />
  )
}
