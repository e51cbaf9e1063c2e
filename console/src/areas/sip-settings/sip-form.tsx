import type { SipConfiguration } from '@lintel/contract/calls/sip'
import { Card } from '@lintel/ui/card'
import { SwitchField } from '@lintel/ui/fields'
import { SettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { sipSetting } from './queries.ts'

/** The settings of SIP. B §2 SIP. */
export function SipForm({ settings }: { settings: SipConfiguration }) {
  const text = useText()
  const { form, changed } = useStoredForm(sipSetting, {
    state: settings,
    onSaved: () => showToast({ status: 'ok', text: text('sipSettings.saved') }),
  })
  return (
    <SettingsForm form={form} label={text('pages.sipSettings')}>
      {changed && <ChangedNotice />}
      <Card>
        <SwitchField form={form} name="enabled" label={text('sipSettings.enabled')} />
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}
