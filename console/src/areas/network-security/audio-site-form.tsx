import { Card } from '@lintel/ui/card'
import { SelectField } from '@lintel/ui/fields'
import { SettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { audioSiteSetting } from './queries.ts'
import type { AudioSiteTrust } from './queries.ts'

/** The authority whose certificates the devices of the audio site trust. A §3, A §4. */
export function AudioSiteForm({ trust }: { trust: AudioSiteTrust }) {
  const text = useText()
  const { caCertificates } = trust
  const { form, changed } = useStoredForm(audioSiteSetting, {
    state: trust,
    onSaved: () => showToast({ status: 'ok', text: text('networkSecurity.saved') }),
  })
  return (
    <SettingsForm form={form} label={text('ui.audioSite')}>
      {changed && <ChangedNotice />}
      {form.saving && <Loading label={text('ui.settling')} />}
      <Card label={text('ui.audioSite')}>
        <SelectField
          form={form}
          name="caCertificate"
          label={text('networkSecurity.caCertificate')}
          help={text('networkSecurity.caCertificate.help')}
          options={[
            { value: '', label: text('networkSecurity.none') },
            ...caCertificates.map((id) => ({ value: id, label: id })),
          ]}
        />
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}
