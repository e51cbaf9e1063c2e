import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import type { Form } from '@lintel/ui/form'
import { useFieldValue } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useMemo } from 'react'
import { browserZone, findZone } from '../../time/zone-names.ts'
import { ZonePicker } from '../../time/zone-picker.tsx'

interface ZoneFieldProps {
  form: Form<{ zone: string }>
  zones: readonly string[]
  /** The zone in use; empty while it is a POSIX rule. */
  current: string
  posixZone: string
  /** The device's time, UTC milliseconds. */
  utc: number
}

/** Every zone to choose from; that of the browser is one press away. */
export function ZoneField({ form, zones, current, posixZone, utc }: ZoneFieldProps) {
  const text = useText()
  const chosen = useFieldValue(form, 'zone')
  const own = useMemo(() => findZone(zones, browserZone()), [zones])
  return (
    <Card>
      <ZonePicker
        form={form}
        zones={zones}
        current={current}
        posixZone={posixZone}
        utc={utc}
        action={
          own !== undefined &&
          own !== chosen && (
            <Button onClick={() => form.methods.setValue('zone', own, { shouldDirty: true })}>
              {text('datetime.takeBrowserZone', { zone: own })}
            </Button>
          )
        }
      />
    </Card>
  )
}
