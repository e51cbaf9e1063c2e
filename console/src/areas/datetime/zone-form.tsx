import { SettingsForm } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useStore } from '@lintel/ui/store'
import { useEffect } from 'react'
import { utcAt } from '../../app/clock/device-clock.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { history } from '../../app/routing/history.ts'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import type { TabProps } from './tab-props.ts'
import { zoneSetting } from './queries.ts'
import { ZoneField } from './zone-field.tsx'

/** The time zone, from those that the device has. A §2, A §7. */
export function ZoneForm(props: TabProps) {
  const text = useText()
  if (props.settings.zones.length === 0) return <Notice>{text('datetime.noZones')}</Notice>
  return <ZoneSettings {...props} />
}

function ZoneSettings({ settings, time }: TabProps) {
  const text = useText()
  const { zone, zones } = settings
  const { form, changed } = useStoredForm(zoneSetting, {
    state: settings,
    onSaved: ({ sent }) =>
      showToast({ status: 'ok', text: text('datetime.zoneSaved', { zone: sent.zone }) }),
  })
  useProposedZone(form, zones)
  return (
    <SettingsForm form={form} label={text('datetime.timeZone')}>
      {changed && <ChangedNotice>{text('datetime.zoneChanged', { zone })}</ChangedNotice>}
      <ZoneField
        form={form}
        zones={zones}
        current={zone}
        posixZone={settings.posixZone}
        utc={utcAt(time, time.at)}
      />
      <SaveBar form={form} />
    </SettingsForm>
  )
}

/** Chooses the zone in the address, to which a city that was searched for leads. Nothing is saved yet. */
function useProposedZone({ methods }: Form<{ zone: string }>, zones: readonly string[]): void {
  const query = useStore(history.query)
  const { setValue } = methods
  useEffect(() => {
    const zone = new URLSearchParams(query).get('zone')
    if (zone === null || !zones.includes(zone)) return
    setValue('zone', zone, { shouldDirty: true })
    // Chosen once: a reload shows what is stored.
    history.setQuery('')
  }, [query, zones, setValue])
}
