import { isIPv4 } from '@lintel/contract/rules/address'
import { Facts } from '@lintel/ui/card'
import { SwitchField, TextField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue, useSettingsForm } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { useEffect } from 'react'
import { checkNetwork, urlAt } from '../network/ipv4.ts'
import type { NetworkValues } from '../network/ipv4.ts'
import type { AddressDoubt } from './move.ts'
import { Footer, FooterButton, Question } from './question.tsx'
import type { NetworkReading } from './readings.ts'
import { browser } from './surroundings.ts'
import type { Wizard } from './wizard.ts'
import styles from './wizard.module.css'

const check = (values: NetworkValues) => ({ errors: checkNetwork(values) })

/** The address, and where names are looked up. Kept until the end (SETUP-09). */
export function NetworkStep(props: {
  wizard: Wizard
  reading: NetworkReading
  values: NetworkValues
  doubt: AddressDoubt | undefined
}) {
  const { wizard, reading, values, doubt } = props
  const text = useText()
  const form = useSettingsForm<NetworkValues>({
    values,
    check,
    save: (typed) => wizard.keepNetwork(typed),
  })
  const [ipAutomatic, dnsAutomatic] = useSwitches(form)
  const title = text('wizard.network.title')
  const unused = text('wizard.network.unused')
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
          <SwitchField form={form} name="ipAutomatic" label={text('wizard.network.ipAutomatic')} />
        </div>
        {!ipAutomatic && (
          <div className={styles['part']}>
            <AddressField form={form} />
            <TextField form={form} name="subnetMask" label={text('wizard.network.mask')} mono />
            <TextField
              form={form}
              name="router"
              label={text('wizard.network.router')}
              help={unused}
              mono
            />
          </div>
        )}
        <div className={styles['switch']}>
          <SwitchField
            form={form}
            name="dnsAutomatic"
            label={text('wizard.network.dnsAutomatic')}
            help={text('wizard.network.dnsNeedsDhcp')}
          />
        </div>
        {!dnsAutomatic && (
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
              help={unused}
              mono
            />
            <TextField
              form={form}
              name="dnsServer2"
              label={text('wizard.network.server2')}
              help={unused}
              mono
            />
          </div>
        )}
        <p className={styles['help']}>{text('wizard.network.later')}</p>
        <Doubt form={form} doubt={doubt} />
      </SettingsForm>
    </Question>
  )
}

/** Turning off the one turns off the other, turning on the other turns on the one (NET-06, NET-07). */
function useSwitches(form: Form<NetworkValues>): readonly [ip: boolean, dns: boolean] {
  const ipAutomatic = useFieldValue(form, 'ipAutomatic')
  const dnsAutomatic = useFieldValue(form, 'dnsAutomatic')
  const { getValues, setValue } = form.methods
  useEffect(() => {
    if (!ipAutomatic && getValues('dnsAutomatic')) {
      setValue('dnsAutomatic', false, { shouldDirty: true, shouldValidate: true })
    }
  }, [ipAutomatic, getValues, setValue])
  useEffect(() => {
    if (dnsAutomatic && !getValues('ipAutomatic')) {
      setValue('ipAutomatic', true, { shouldDirty: true, shouldValidate: true })
    }
  }, [dnsAutomatic, getValues, setValue])
  return [ipAutomatic, dnsAutomatic]
}

function InUse({ reading }: { reading: NetworkReading }) {
  const text = useText()
  const items = [
    { term: text('wizard.network.address'), value: reading.address },
    { term: text('wizard.network.mask'), value: reading.subnetMask },
    { term: text('wizard.network.router'), value: reading.router },
    { term: text('wizard.network.servers'), value: reading.nameServers.join(', ') },
  ].map(({ term, value }) =>
    value === '' ? { term, value: text('wizard.network.none') } : { term, value, mono: true },
  )
  return <Facts items={items} />
}

/** The fixed address, and what has to be opened when it counts. */
function AddressField({ form }: { form: Form<NetworkValues> }) {
  const text = useText()
  const address = useFieldValue(form, 'ipAddress')
  const here = browser.here()
  const leads = isIPv4(address) && address !== here.hostname
  return (
    <TextField
      form={form}
      name="ipAddress"
      label={text('wizard.network.address')}
      {...(leads ? { help: text('wizard.network.opens', { url: urlAt(here, address) }) } : {})}
      mono
    />
  )
}

/** The button, and what speaks against the address that stands in the form. */
function Doubt({ form, doubt }: { form: Form<NetworkValues>; doubt: AddressDoubt | undefined }) {
  const text = useText()
  const address = useFieldValue(form, 'ipAddress')
  const automatic = useFieldValue(form, 'ipAutomatic')
  const kind = !automatic && doubt?.address === address ? doubt.kind : undefined
  return (
    <>
      {kind === 'elsewhere' && (
        <Notice status="warn" title={text('wizard.network.elsewhere', { address })}>
          {text('wizard.network.elsewhere.next', { url: browser.here().origin })}
        </Notice>
      )}
      {kind === 'taken' && (
        <Notice status="crit" title={text('wizard.network.taken', { address })} />
      )}
      <Footer>
        <FooterButton kind="primary" type="submit" busy={form.saving}>
          {text(kind === 'elsewhere' ? 'ui.continueAnyway' : 'wizard.continue')}
        </FooterButton>
      </Footer>
    </>
  )
}
