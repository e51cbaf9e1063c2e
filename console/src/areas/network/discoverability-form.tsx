import { Card } from '@lintel/ui/card'
import { SwitchField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import type { TabProps } from './tab-props.ts'
import { discoverySetting } from './queries.ts'
import { checkDiscovery } from './settings.ts'
import type { DiscoveryValues } from './settings.ts'

const check = (values: DiscoveryValues) => ({ errors: checkDiscovery(values) })

/** The device's names, and whether it announces itself. A §3. */
export function DiscoverabilityForm({ settings }: TabProps) {
  const text = useText()
  const { form, changed } = useStoredForm(discoverySetting, {
    state: settings,
    check,
    onSaved: () => showToast({ status: 'ok', text: text('network.saved') }),
  })
  const byDhcp = useFieldValue(form, 'hostNameByDhcp')
  return (
    <SettingsForm form={form} label={text('network.tab.discoverability')}>
      {changed && <ChangedNotice />}
      <Card title={text('network.names')}>
        <SwitchField
          form={form}
          name="hostNameByDhcp"
          label={text('network.hostNameByDhcp')}
          help={text('network.hostNameByDhcp.help')}
        />
        <TextField
          form={form}
          name="hostName"
          label={text('network.hostName')}
          help={text(byDhcp ? 'network.hostName.fallback' : 'network.hostName.help')}
          mono
        />
        <TextField
          form={form}
          name="friendlyName"
          label={text('ui.friendlyName')}
          help={text('network.friendlyName.help')}
        />
      </Card>
      <Card title={text('network.found')}>
        <SwitchField
          form={form}
          name="bonjour"
          label={text('network.bonjour')}
          help={text('network.bonjour.help')}
        />
        <SwitchField
          form={form}
          name="upnp"
          label={text('network.upnp')}
          help={text('network.upnp.help')}
        />
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}
