import { ComboboxField } from '@lintel/ui/combobox'
import type { Form } from '@lintel/ui/form'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { usePromise } from '@lintel/ui/lazy'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { placesIn } from './places-in.ts'
import type { ZonePlace } from './zone-places.ts'
import { withOffsets, zoneRows } from './zones.ts'

/** Clocks change at full quarters of an hour, so the list stays the same in between. */
const QUARTER = 15 * 60_000

export interface ZonePickerProps<V extends { zone: string }> {
  form: Form<V>
  /** Every zone that the device has. */
  zones: readonly string[]
  /** The zone in use; empty while it is a POSIX rule. */
  current: string
  posixZone: string
  /** The device's time, UTC milliseconds. */
  utc: number
  help?: string | undefined
  /** Next to the box. */
  action?: ReactNode
}

/**
 * Every zone to choose from, found by its name, its city or country in the language of the console
 * or in English, its abbreviation, or its offset as people type it.
 */
export function ZonePicker<V extends { zone: string }>(props: ZonePickerProps<V>) {
  const { form, zones, current, posixZone, utc, help, action } = props
  const text = useText()
  const language = useLanguage()
  const placeOf = usePromise(placesIn(language))
  const quarter = Math.floor(utc / QUARTER) * QUARTER
  const rows = useMemo(() => zoneRows(zones, quarter, language), [zones, quarter, language])
  const options = useMemo(() => {
    const own = { value: current, label: text('datetime.keepRule', { rule: posixZone }) }
    const listed = rows.map(({ name, offset, changes, words }) => {
      const { city, country, words: more } = placeOf?.(name) ?? NOWHERE
      const place = [city, country].filter(Boolean).join(', ')
      return {
        value: name,
        label: name,
        note: [place, changes ? text('datetime.changesClocks') : ''].filter(Boolean).join(' · '),
        end: offset,
        // Names have underscores where people type spaces.
        keywords: [name.replaceAll('_', ' '), place, more, words].join(' '),
      }
    })
    if (zones.includes(current)) return listed
    return [current === '' ? own : { ...own, label: current }, ...listed]
  }, [text, rows, placeOf, zones, current, posixZone])
  return (
    <ComboboxField
      form={form as unknown as Form<{ zone: string }>}
      name="zone"
      label={text('datetime.timeZone')}
      help={help ?? text('datetime.zoneHelp')}
      options={options}
      rewrite={withOffsets}
      action={action}
    />
  )
}

const NOWHERE: ZonePlace = { city: '', country: '', words: '', cities: [] }
