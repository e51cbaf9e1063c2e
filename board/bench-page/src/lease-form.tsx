import { domainName, hostLabel, ipv4, subnetMask } from '@lintel/contract/rules/address'
import type { Problem } from '@lintel/contract/rules/problem'
import type { LeaseOffer } from '@lintel/contract/wire'
import { Button } from '@lintel/ui/button'
import { useText } from '@lintel/ui/i18n'
import { useRef, useState } from 'react'
import { Field } from './field.tsx'
import styles from './lease-form.module.css'

/** The offer as it is typed: lists as words with spaces or commas between. */
type Draft = Record<keyof LeaseOffer, string>

const NAMES = [
  'address',
  'subnetMask',
  'router',
  'dnsServers',
  'ntpServers',
  'domainName',
  'hostName',
] as const satisfies readonly (keyof LeaseOffer)[]

const listed = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '')

const draftOf = (lease: LeaseOffer): Draft => ({
  ...lease,
  dnsServers: lease.dnsServers.join(' '),
  ntpServers: lease.ntpServers.join(' '),
})

const offerOf = (draft: Draft): LeaseOffer => ({
  address: draft.address.trim(),
  subnetMask: draft.subnetMask.trim(),
  router: draft.router.trim(),
  dnsServers: listed(draft.dnsServers),
  ntpServers: listed(draft.ntpServers),
  domainName: draft.domainName.trim(),
  hostName: draft.hostName.trim(),
})

const anyWrong = (addresses: readonly string[]): Problem | undefined =>
  addresses.map((one) => ipv4(one)).find((problem) => problem !== undefined)

/** What is wrong with an offer, by field; every field may be empty. */
function check(offer: LeaseOffer): Partial<Record<keyof LeaseOffer, Problem | undefined>> {
  const { address, router } = offer
  return {
    address: address === '' ? undefined : ipv4(address),
    subnetMask: offer.subnetMask === '' ? undefined : subnetMask(offer.subnetMask),
    router: router === '' ? undefined : ipv4(router),
    dnsServers: anyWrong(offer.dnsServers),
    ntpServers: anyWrong(offer.ntpServers),
    domainName: domainName(offer.domainName),
    hostName: offer.hostName === '' ? undefined : hostLabel(offer.hostName),
  }
}

/** What the DHCP server gives. */
export function LeaseForm(props: {
  lease: LeaseOffer
  busy: boolean
  onSave: (lease: LeaseOffer) => Promise<boolean>
}) {
  const { lease, busy, onSave } = props
  const text = useText()
  const form = useRef<HTMLFormElement>(null)
  const [draft, setDraft] = useState(() => draftOf(lease))
  const [tried, setTried] = useState(false)
  const problems = tried ? check(offerOf(draft)) : {}

  function save(): void {
    const offer = offerOf(draft)
    const wrong = NAMES.find((name) => check(offer)[name])
    setTried(wrong !== undefined)
    if (wrong === undefined) void onSave(offer)
    else form.current?.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
  }

  return (
    <form
      ref={form}
      className={styles['form']}
      noValidate
      aria-label={text('bench.network.lease')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) save()
      }}
    >
      {NAMES.map((name) => (
        <Field
          key={name}
          name={name}
          label={text(`bench.network.${name}`)}
          value={draft[name]}
          problem={problems[name]}
          placeholder={text(
            name === 'address' || name === 'subnetMask'
              ? 'bench.network.asHost'
              : 'bench.network.none',
          )}
          mono
          onValue={(value) => setDraft({ ...draft, [name]: value })}
        />
      ))}
      <Button type="submit" busy={busy}>
        {text('bench.network.give')}
      </Button>
    </form>
  )
}
