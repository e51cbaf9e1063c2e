/** Parts of the form for address and name servers, used by the wizard and the console. */
import type { Client } from '@lintel/contract/client'
import { deviceAddress } from '@lintel/contract/rules/address'
import { Button } from '@lintel/ui/button'
import { Facts } from '@lintel/ui/card'
import { Dialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { TextField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import type { TextOf } from '@lintel/ui/i18n'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { testAddress } from './address-test.tsx'
import type { NetworkValues } from './ipv4.ts'
import type { NetworkReading } from './reading.ts'

type IPv4Form = Form<NetworkValues>

/**
 * The two switches: turning the first off turns off the second, and turning the second on turns on
 * the first (NET-06, NET-07). What the device has stored is not changed by that. Turned on again, the
 * first one brings back the second that it has turned off.
 */
export function useAutomatic({ methods }: IPv4Form): void {
  const { subscribe, setValue } = methods
  useEffect(() => {
    const set = { shouldDirty: true, shouldValidate: true }
    /** Whether the first switch has turned off the second. */
    let turnedOff = false
    return subscribe({
      formState: { values: true },
      callback: ({ name, type, values }) => {
        if (type !== 'change') return
        const { ipAutomatic, dnsAutomatic } = values
        if (name === 'ipAutomatic') {
          const changes = ipAutomatic ? turnedOff && !dnsAutomatic : dnsAutomatic
          turnedOff = !ipAutomatic && dnsAutomatic
          if (changes) setValue('dnsAutomatic', ipAutomatic, set)
        } else if (name === 'dnsAutomatic') {
          turnedOff = false
          if (dnsAutomatic && !ipAutomatic) setValue('ipAutomatic', true, set)
        }
      },
    })
  }, [subscribe, setValue])
}

/** A fact of the network, or that there is none. */
export const orNone = (text: TextOf, fact: { term: string; value: string; mono: boolean }) =>
  fact.value === '' ? { term: fact.term, value: text('network.ipv4.none') } : fact

/** The addresses in use. */
export function InUse({ reading }: { reading: NetworkReading }) {
  const text = useText()
  const items = [
    { term: text('network.ipv4.address'), value: reading.address },
    { term: text('network.ipv4.mask'), value: reading.subnetMask },
    { term: text('network.ipv4.router'), value: reading.router },
    { term: text('network.nameServers'), value: reading.nameServers.join(', ') },
  ]
  return <Facts items={items.map((item) => orNone(text, { ...item, mono: true }))} />
}

/** A fixed address. `help` explains its consequences. */
export function AddressFields(props: {
  form: IPv4Form
  client: Client
  reading: NetworkReading
  /** Called with a tested address if another device has it, otherwise with undefined. */
  onTested: (taken: string | undefined) => void
  help?: ReactNode
}) {
  const { form, client, reading, onTested, help } = props
  const text = useText()
  return (
    <>
      <TextField
        form={form}
        name="ipAddress"
        label={text('network.ipv4.address')}
        {...(help === undefined ? {} : { help })}
        action={
          <TestAddress form={form} client={client} own={reading.address} onTested={onTested} />
        }
        mono
      />
      <TextField form={form} name="subnetMask" label={text('network.ipv4.mask')} mono />
      <TextField
        form={form}
        name="router"
        label={text('network.ipv4.router')}
        {...(reading.router === '' ? { help: text('network.ipv4.unused') } : {})}
        mono
      />
    </>
  )
}

/** Custom name servers. */
export function NameServerFields({ form }: { form: IPv4Form }) {
  const text = useText()
  const unused = text('network.ipv4.unused')
  return (
    <>
      <TextField form={form} name="domainName" label={text('network.ipv4.domain')} optional mono />
      <TextField
        form={form}
        name="dnsServer1"
        label={text('network.ipv4.server1')}
        help={unused}
        mono
      />
      <TextField
        form={form}
        name="dnsServer2"
        label={text('network.ipv4.server2')}
        help={unused}
        mono
      />
    </>
  )
}

/** Makes the device ping the typed address, and shows the result. A §5 "Test IP link". */
function TestAddress(props: {
  form: IPv4Form
  client: Client
  own: string
  onTested: (taken: string | undefined) => void
}) {
  const { form, client, own, onTested } = props
  const text = useText()
  const address = useFieldValue(form, 'ipAddress')
  const language = useLanguage()
  const faultText = useFaultText()
  const [found, setFound] = useState<ReactNode>()
  const [pinging, setPinging] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function test() {
    const { signal } = (running.current = new AbortController())
    setPinging(true)
    const { taken, shown } = await testAddress(client, { address, own, language }, signal).catch(
      (fault: unknown) => ({
        taken: false,
        shown: <Notice status="crit" title={faultText(fault)} />,
      }),
    )
    if (signal.aborted) return
    setPinging(false)
    onTested(taken ? address : undefined)
    setFound(shown)
  }

  return (
    <>
      <Button
        disabled={deviceAddress(address) !== undefined && !pinging}
        busy={pinging}
        onClick={() => void test()}
      >
        {text(pinging ? 'network.ipv4.testing' : 'network.ipv4.test')}
      </Button>
      <Dialog
        open={found !== undefined}
        title={text('network.ipv4.test')}
        onClose={() => setFound(undefined)}
      >
        {found}
      </Dialog>
    </>
  )
}
