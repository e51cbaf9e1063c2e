import { Button } from '@lintel/ui/button'
import { Card } from '@lintel/ui/card'
import { ComboboxField } from '@lintel/ui/combobox'
import type { Form } from '@lintel/ui/form'
import { useFieldValue } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { useMemo } from 'react'
import { browserZone, findZone } from '../../time/zone-names.ts'
import { NEWER } from './zones.ts'
import type { ZoneRow } from './zones.ts'

interface ZoneFieldProps {
  form: Form<{ zone: string }>
  rows: readonly ZoneRow[]
  /** The zone in use; empty while it is a POSIX rule. */
  current: string
  posixZone: string
}

/** Every zone to choose from, found by its name, its newer name or its offset. */
export function ZoneField({ form, rows, current, posixZone }: ZoneFieldProps) {
  const text = useText()
  const chosen = useFieldValue(form, 'zone')
  const own = useMemo(
    () =>
      findZone(
        rows.map(({ name }) => name),
        browserZone(),
      ),
    [rows],
  )
  const options = useMemo(() => {
    const rule = { value: '', label: text('datetime.keepRule', { rule: posixZone }) }
    const zones = rows.map(({ name, offset, changes, words }) => ({
      value: name,
      label: name,
      note: changes ? text('datetime.changesClocks') : '',
      end: offset,
      // Names have underscores where people type spaces.
      keywords: `${name.replaceAll('_', ' ')} ${NEWER[name] ?? ''} ${words}`,
    }))
    return current === '' ? [rule, ...zones] : zones
  }, [text, rows, current, posixZone])
  return (
    <Card>
      <ComboboxField
        form={form}
        name="zone"
        label={text('datetime.timeZone')}
        help={text('datetime.zoneHelp')}
        options={options}
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
