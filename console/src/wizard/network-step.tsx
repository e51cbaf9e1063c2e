import { Facts } from '@lintel/ui/card'
import { SwitchField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { checkNetwork } from './draft.ts'
import type { NetworkValues } from './draft.ts'
import { Footer, FooterButton, Question } from './question.tsx'
import type { NetworkReading } from './readings.ts'
import type { Wizard } from './wizard.ts'
import styles from './wizard.module.css'

const check = (values: NetworkValues) => ({ errors: checkNetwork(values) })

/** The address in use, and where names are looked up. Kept until the end (SETUP-09). */
export function NetworkStep(props: {
  wizard: Wizard
  reading: NetworkReading
  values: NetworkValues
}) {
  const { wizard, reading, values } = props
  const text = useText()
  const form = useSettingsForm<NetworkValues>({
    values,
    check,
    save: (typed) => wizard.keepNetwork(typed),
  })
  const automatic = useFieldValue(form, 'dnsAutomatic')
  const title = text('wizard.network.title')
  const items = [
    { term: text('wizard.network.address'), value: reading.address },
    { term: text('wizard.network.mask'), value: reading.subnetMask },
    { term: text('wizard.network.router'), value: reading.router },
    { term: text('wizard.network.servers'), value: reading.nameServers.join(', ') },
  ].map(({ term, value }) =>
    value === '' ? { term, value: text('wizard.network.none') } : { term, value, mono: true },
  )
  return (
    <Question
      title={title}
      note={text(reading.dhcp ? 'wizard.network.dhcp' : 'wizard.network.fixed')}
    >
      <div className={styles['facts']}>
        <Facts items={items} />
      </div>
      <SettingsForm form={form} label={title} layout="stack">
        {reading.dhcp ? (
          <div className={styles['switch']}>
            <SwitchField
              form={form}
              name="dnsAutomatic"
              label={text('wizard.network.dnsAutomatic')}
              help={text('wizard.network.dnsAutomatic.help')}
            />
          </div>
        ) : (
          <p className={styles['help']}>{text('wizard.network.dnsNeedsDhcp')}</p>
        )}
        {!automatic && (
          <div className={styles['part']}>
            <TextField
              form={form}
              name="domainName"
              label={text('wizard.network.domain')}
              help={text('wizard.network.domain.help')}
              mono
            />
            <TextField
              form={form}
              name="dnsServer1"
              label={text('wizard.network.server1')}
              help={text('wizard.network.unused')}
              mono
            />
            <TextField
              form={form}
              name="dnsServer2"
              label={text('wizard.network.server2')}
              help={text('wizard.network.unused')}
              mono
            />
          </div>
        )}
        <p className={styles['help']}>{text('wizard.network.later')}</p>
        <Footer>
          <FooterButton kind="primary" type="submit" busy={form.saving}>
            {text('wizard.continue')}
          </FooterButton>
        </Footer>
      </SettingsForm>
    </Question>
  )
}
