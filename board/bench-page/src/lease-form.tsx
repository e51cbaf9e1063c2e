import { setWorld } from '@lintel/contract/bench'
import { domainName, hostLabel, ipv4, subnetMask } from '@lintel/contract/rules/address'
import { problem } from '@lintel/contract/rules/problem'
import type { Problem } from '@lintel/contract/rules/problem'
import type { LeaseOffer } from '@lintel/contract/dhcp'
import { TextField } from '@lintel/ui/fields'
import { useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { BenchForm } from './bench-form.tsx'
import { sendCommand } from './command.ts'

/** The offer as typed: the items of lists are separated by spaces or commas. */
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

const itemsIn = (text: string) => text.split(/[\s,]+/).filter((word) => word !== '')

const draftOf = (lease: LeaseOffer): Draft => ({
  ...lease,
  dnsServers: lease.dnsServers.join(' '),
  ntpServers: lease.ntpServers.join(' '),
})

const offerOf = (draft: Draft): LeaseOffer => ({
  address: draft.address.trim(),
  subnetMask: draft.subnetMask.trim(),
  router: draft.router.trim(),
  dnsServers: itemsIn(draft.dnsServers),
  ntpServers: itemsIn(draft.ntpServers),
  domainName: draft.domainName.trim(),
  hostName: draft.hostName.trim(),
})

const firstProblem = (addresses: readonly string[]): Problem | undefined =>
  addresses.map((one) => ipv4(one)).find((one) => one !== undefined)

/** The errors of an offer, by field; every field may be empty. */
function check(offer: LeaseOffer): Partial<Record<keyof LeaseOffer, Problem | undefined>> {
  const { address, router } = offer
  return {
    address: address === '' ? undefined : ipv4(address),
    subnetMask: offer.subnetMask === '' ? undefined : subnetMask(offer.subnetMask),
    router: router === '' ? undefined : ipv4(router),
    dnsServers: firstProblem(offer.dnsServers),
    ntpServers: firstProblem(offer.ntpServers),
    domainName: domainName(offer.domainName),
    hostName: offer.hostName === '' ? undefined : hostLabel(offer.hostName),
  }
}

/** What the DHCP server offers. */
export function LeaseForm({ lease }: { lease: LeaseOffer }) {
  const text = useText()
  const form = useSettingsForm({
    values: draftOf(lease),
    check: (draft) => ({ errors: check(offerOf(draft)) }),
    save: (draft) => sendCommand(setWorld, { dhcp: { lease: offerOf(draft) } }),
    checkOn: 'submit',
    failure: problem('ui.notDone'),
  })
  return (
    <BenchForm
      form={form}
      label={text('bench.network.lease')}
      columns={3}
      verb={text('bench.network.give')}
    >
      {NAMES.map((name) => (
        <TextField
          key={name}
          form={form}
          name={name}
          label={text(`bench.network.${name}`)}
          placeholder={text(
            name === 'address' || name === 'subnetMask'
              ? 'bench.network.asHost'
              : 'bench.network.none',
          )}
          autoComplete="off"
          mono
        />
      ))}
    </BenchForm>
  )
}
