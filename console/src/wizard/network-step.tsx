import { isIPv4 } from '@lintel/contract/rules/address'
import { friendlyName } from '@lintel/contract/rules/discovery'
import { SwitchField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue, useSettingsForm } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useState } from 'react'
import type { AddressDoubt } from '../network/apply.ts'
import { AddressFields, InUse, NameServerFields, useAutomatic } from '../network/fields.tsx'
import { checkNetwork, checkReach, urlAt } from '../network/ipv4.ts'
import type { NetworkValues } from '../network/ipv4.ts'
import type { NetworkReading } from '../network/reading.ts'
import { Footer, FooterButton, Question } from './question.tsx'
import { browser } from './environment.ts'
import type { Wizard } from './wizard.ts'
import styles from './wizard.module.css'

/** The address and the name servers. Stored at the end (SETUP-09). */
export function NetworkStep(props: {
  wizard: Wizard
  reading: NetworkReading
  values: NetworkValues
  doubt: AddressDoubt | undefined
}) {
  const { wizard, reading, values, doubt } = props
  const text = useText()
  const [taken, setTaken] = useState<string>()
  const form = useSettingsForm<NetworkValues>({
    values,
    check: (typed) => ({
      errors: {
        ...checkNetwork(typed, reading),
        friendlyName:
          typed.friendlyName === undefined ? undefined : friendlyName(typed.friendlyName),
      },
      // An address that the host lacks already needs a second press.
      warnings: doubt?.address === typed.ipAddress ? {} : checkReach(typed, taken),
    }),
    holdOnWarnings: true,
    save: (typed) => wizard.chooseNetwork(typed),
  })
  useAutomatic(form)
  const ipAutomatic = useFieldValue(form, 'ipAutomatic')
  const dnsAutomatic = useFieldValue(form, 'dnsAutomatic')
  const opens = useOpens(form, doubt)
  const title = text('wizard.network.title')
  return (
    <Question
      title={title}
      note={text(reading.dhcp ? 'wizard.network.dhcp' : 'wizard.network.fixed')}
    >
      <div className={styles['facts']}>
        <InUse reading={reading} />
      </div>
      <SettingsForm form={form} label={title} layout="stack">
        <div className={styles['switch']}>
          <SwitchField form={form} name="ipAutomatic" label={text('network.ipAutomatic')} />
        </div>
        {!ipAutomatic && (
          <div className={styles['part']}>
            <AddressFields
              form={form}
              client={wizard.client}
              reading={reading}
              onTested={setTaken}
              {...opens}
            />
          </div>
        )}
        <div className={styles['switch']}>
          <SwitchField
            form={form}
            name="dnsAutomatic"
            label={text('network.dnsAutomatic')}
            help={text('network.dnsAutomatic.help')}
          />
        </div>
        {!dnsAutomatic && (
          <div className={styles['part']}>
            <NameServerFields form={form} />
          </div>
        )}
        {values.friendlyName !== undefined && (
          <div className={styles['part']}>
            <TextField
              form={form}
              name="friendlyName"
              label={text('ui.friendlyName')}
              help={text('wizard.network.name.help')}
              maxLength={63}
              autoComplete="off"
            />
          </div>
        )}
        <p className={styles['help']}>{text('wizard.network.later')}</p>
        <Doubt
          form={form}
          doubt={doubt}
          onPrevious={() => wizard.previous({ network: form.methods.getValues() })}
        />
      </SettingsForm>
    </Question>
  )
}

/** Where to open the device with the typed address, unless it is known to stay. */
function useOpens(form: Form<NetworkValues>, doubt: AddressDoubt | undefined): { help?: string } {
  const text = useText()
  const address = useFieldValue(form, 'ipAddress')
  const here = browser.here()
  const leads = isIPv4(address) && address !== here.hostname && address !== doubt?.address
  return leads ? { help: text('wizard.network.opens', { url: urlAt(here, address) }) } : {}
}

/** The buttons, and the objections to the typed address. */
function Doubt(props: {
  form: Form<NetworkValues>
  doubt: AddressDoubt | undefined
  onPrevious: () => void
}) {
  const { form, doubt, onPrevious } = props
  const text = useText()
  const address = useFieldValue(form, 'ipAddress')
  const automatic = useFieldValue(form, 'ipAutomatic')
  const kind = !automatic && doubt?.address === address ? doubt.kind : undefined
  return (
    <>
      {kind === 'elsewhere' && (
        <Notice status="warn" title={text('network.elsewhere', { address })}>
          {text('network.elsewhere.next', { url: browser.here().origin })}
        </Notice>
      )}
      {kind === 'taken' && <Notice status="crit" title={text('network.taken', { address })} />}
      <Footer>
        <FooterButton onClick={onPrevious} disabled={form.saving}>
          {text('wizard.previous')}
        </FooterButton>
        <FooterButton kind="primary" type="submit" busy={form.saving}>
          {text(kind === 'elsewhere' || form.held ? 'ui.continueAnyway' : 'ui.continue')}
        </FooterButton>
      </Footer>
    </>
  )
}
