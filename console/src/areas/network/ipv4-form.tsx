import type { Problem } from '@lintel/contract/rules/problem'
import { deviceAddress } from '@lintel/contract/rules/address'
import { problem } from '@lintel/contract/rules/problem'
import { Card } from '@lintel/ui/card'
import { SwitchField } from '@lintel/ui/fields'
import { SettingsForm, useFieldValue } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { Loading } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { device } from '../../app/device.ts'
import { paths } from '../../app/routing/paths.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { ADDRESS_TYPED } from '../../app/timing.ts'
import { leave } from '../../app/trial/leave.ts'
import { addressToTry } from '../../network/apply.ts'
import type { AddressDoubt } from '../../network/apply.ts'
import { AddressFields, InUse, NameServerFields, useAutomatic } from '../../network/fields.tsx'
import { checkNetwork, checkReach } from '../../network/ipv4.ts'
import type { NetworkValues } from '../../network/ipv4.ts'
import { Consequences } from './consequences.tsx'
import type { TabProps } from './tab-props.ts'
import { addressQuery, ipv4Setting } from './queries.ts'

/**
 * Address and name servers. A change of address is shown before, and put on trial if the device
 * can. A §3, A §4.
 */
export function Ipv4Form({ settings }: TabProps) {
  const text = useText()
  const { tried } = settings
  const [doubt, setDoubt] = useState<AddressDoubt>()
  const [taken, setTaken] = useState<string>()
  const [lost, setLost] = useState(false)
  const { form, shown, changed } = useStoredForm(ipv4Setting, {
    state: settings,
    // A trial may be reverted, and must not take typed values with it.
    hold: tried !== undefined,
    check: (values) => ({
      errors: { ...checkFree(values, doubt), ...checkNetwork(values, settings.ipv4) },
      warnings: checkReach(values, taken),
    }),
    holdOnWarnings: true,
    onFailed: () => setLost(false),
    onSaved: ({ elsewhere }) => {
      setLost(elsewhere === 'somewhere')
      if (elsewhere === undefined) showToast({ status: 'ok', text: text('network.saved') })
      else if (elsewhere !== 'somewhere') leave(elsewhere, paths.network())
    },
  })
  const ipv4 = { ...settings.ipv4, values: shown }
  useAutomatic(form)
  const ipAutomatic = useFieldValue(form, 'ipAutomatic')
  const dnsAutomatic = useFieldValue(form, 'dnsAutomatic')
  const ipAddress = useFieldValue(form, 'ipAddress')
  const typed = { ...ipv4.values, ipAutomatic, dnsAutomatic, ipAddress }
  const { found, asking } = useDoubt(addressToTry(typed, ipv4))
  if (doubt !== found) setDoubt(found)
  return (
    <SettingsForm form={form} label={text('network.tab.ipv4')}>
      {changed && <ChangedNotice />}
      {lost && !form.saving && (
        <Notice status="warn" title={text('network.somewhere')}>
          {text('network.somewhere.next')}
        </Notice>
      )}
      {form.saving && <Loading label={text('ui.settling')} />}
      <Consequences values={typed} reading={ipv4} doubt={doubt} tried={tried} />
      <Card title={text('network.inUse')}>
        <InUse reading={ipv4} />
      </Card>
      <Card title={text('network.address')}>
        <SwitchField
          form={form}
          name="ipAutomatic"
          label={text('network.ipAutomatic')}
          help={text('network.ipAutomatic.help')}
        />
        {!ipAutomatic && (
          <AddressFields form={form} client={device} reading={ipv4} onTested={setTaken} />
        )}
      </Card>
      <Card title={text('network.nameServers')}>
        <SwitchField
          form={form}
          name="dnsAutomatic"
          label={text('network.dnsAutomatic')}
          help={text('network.dnsAutomatic.help')}
        />
        {!dnsAutomatic && <NameServerFields form={form} />}
      </Card>
      <SaveBar form={{ ...form, saving: form.saving || asking }} />
    </SettingsForm>
  )
}

/** An address whose ports are taken can't be used. */
function checkFree(
  { ipAutomatic, ipAddress }: NetworkValues,
  doubt: AddressDoubt | undefined,
): { ipAddress?: Problem } {
  const taken = doubt?.kind === 'taken' && !ipAutomatic && doubt.address === ipAddress
  return taken ? { ipAddress: problem('network.taken', { address: ipAddress }) } : {}
}

/** The device's check of a typed address; saving waits while it is `asking`. */
function useDoubt(address: string | undefined): {
  found: AddressDoubt | undefined
  asking: boolean
} {
  const wanted = address !== undefined && !deviceAddress(address) ? address : undefined
  const [settled, setSettled] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(wanted), ADDRESS_TYPED)
    return () => clearTimeout(timer)
  }, [wanted])
  const here = wanted !== undefined && settled === wanted
  const { data, isFetching } = useQuery({ ...addressQuery(settled ?? ''), enabled: here })
  return {
    found: (here && data) || undefined,
    asking: wanted !== undefined && (!here || isFetching),
  }
}
