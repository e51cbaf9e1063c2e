import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useMemo, useState } from 'react'
import { utcAt } from '../../app/clock/device-clock.ts'
import type { TabProps } from './tab-props.ts'
import { ChangedMeanwhile, saveZone } from './queries.ts'
import { ZoneList } from './zone-list.tsx'
import { zoneRows } from './zones.ts'

/** Clocks are changed at full quarters of an hour; in between the list stays as it is. */
const QUARTER = 15 * 60_000

/** The zone among those that the device has. A §2, A §7. */
export function ZoneForm({ settings, time }: TabProps) {
  const text = useText()
  const { zone, zones } = settings
  const [changed, setChanged] = useState(false)
  // What the person has seen: while another one is chosen, others' changes do not become its base.
  const [base, setBase] = useState(zone)
  const form = useSettingsForm({
    values: { zone },
    save: async (chosen) => {
      setChanged(false)
      try {
        await saveZone(base, chosen.zone)
        setBase(chosen.zone)
      } catch (fault) {
        if (fault instanceof ChangedMeanwhile) {
          setChanged(true)
          setBase(fault.now.zone)
        }
        throw fault
      }
    },
    onSaved: (chosen) =>
      showToast({ status: 'ok', text: text('datetime.zoneSaved', { zone: chosen.zone }) }),
  })
  if (!form.dirty && base !== zone) setBase(zone)
  const utc = Math.floor(utcAt(time, time.at) / QUARTER) * QUARTER
  const rows = useMemo(() => zoneRows(zones, utc), [zones, utc])
  return (
    <SettingsForm form={form} label={text('datetime.tab.timeZone')} layout="stack">
      {changed && (
        <Notice status="warn" title={text('datetime.changed.title')}>
          {text('datetime.zoneChanged', { zone })}
        </Notice>
      )}
      <ZoneList form={form} rows={rows} current={zone} posixZone={settings.posixZone} />
      <SaveBar form={form} />
    </SettingsForm>
  )
}
