import { problem } from '@lintel/contract/rules/problem'
import { deviceLocation } from '@lintel/contract/site'
import { Card, Facts } from '@lintel/ui/card'
import { SwitchField } from '@lintel/ui/fields'
import { SettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import type { TabProps } from './tab-props.ts'
import { ipv6Setting } from './queries.ts'
import type { Ipv6Values } from './settings.ts'

/**
 * A person who opened this page at an IPv6 address loses it: warned first, saved by a second press.
 */
const check = ({ enabled }: Ipv6Values) => ({
  errors: {},
  warnings: {
    enabled:
      !enabled && deviceLocation().hostname.startsWith('[')
        ? problem('network.ipv6.away')
        : undefined,
  },
})

/** IPv6, on or off. A §3. */
export function Ipv6Form({ settings }: TabProps) {
  const text = useText()
  const { addresses = [] } = settings.ipv6 ?? {}
  const { form, changed } = useStoredForm(ipv6Setting, {
    state: settings,
    check,
    holdOnWarnings: true,
    onSaved: () => showToast({ status: 'ok', text: text('network.saved') }),
  })
  return (
    <SettingsForm form={form} label={text('network.ipv6')}>
      {changed && <ChangedNotice />}
      {form.saving && <Loading label={text('ui.settling')} />}
      {addresses.length > 0 && (
        <Card title={text('network.inUse')}>
          <Facts
            items={[
              {
                term: text('ui.ipv6Addresses'),
                value: addresses.join(' '),
                mono: true,
                field: 'ipv6Addresses',
              },
            ]}
          />
        </Card>
      )}
      <Card label={text('network.ipv6')}>
        <SwitchField
          form={form}
          name="enabled"
          label={text('network.ipv6')}
          help={text('network.ipv6.enabled.help')}
        />
      </Card>
      <SaveBar form={form} />
    </SettingsForm>
  )
}
