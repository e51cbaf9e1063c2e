import { isIPv4 } from '@lintel/contract/rules/address'
import { deviceLocation } from '@lintel/contract/site'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { movesAway } from '../../network/apply.ts'
import type { AddressDoubt } from '../../network/apply.ts'
import { urlAt } from '../../network/ipv4.ts'
import type { NetworkValues } from '../../network/ipv4.ts'
import type { NetworkReading } from '../../network/reading.ts'
import type { NetworkSettings } from './settings.ts'

interface ConsequencesProps {
  /** As typed. */
  values: NetworkValues
  reading: NetworkReading
  doubt: AddressDoubt | undefined
  tried: NetworkSettings['tried']
}

/** The consequences of the settings in the form, shown before they are saved. */
export function Consequences({ values, reading, doubt, tried }: ConsequencesProps) {
  const text = useText()
  const { address, values: stored } = reading
  const stays = !tried && !stored.ipAutomatic && stored.ipAddress !== address
  return (
    <>
      {tried?.to === address && (
        <Notice title={text('network.tried', { address, user: tried.user })}>
          {text('network.tried.next')}
        </Notice>
      )}
      {!values.ipAutomatic && values.dnsAutomatic && (
        <Notice status="warn" title={text('network.dnsMustBeOff')}>
          {text('network.dnsMustBeOff.next')}
        </Notice>
      )}
      {stays && (
        <Notice status="warn" title={text('network.notThere', { address: stored.ipAddress })}>
          {text('network.notThere.next', { address })}
        </Notice>
      )}
      <Leading values={values} reading={reading} doubt={doubt} />
    </>
  )
}

/** The device's next address. */
function Leading({ values, reading, doubt }: Omit<ConsequencesProps, 'tried'>) {
  const text = useText()
  const here = deviceLocation()
  const { ipAutomatic, ipAddress } = values
  if (doubt?.kind === 'taken') {
    return <Notice status="crit" title={text('network.taken', { address: doubt.address })} />
  }
  if (doubt) {
    return (
      <Notice status="warn" title={text('network.elsewhere', { address: doubt.address })}>
        {text('network.elsewhere.next', { url: here.origin })}
      </Notice>
    )
  }
  if (!movesAway(values, reading, here) || !(ipAutomatic || isIPv4(ipAddress))) return null
  const certain = reading.trials ? 'tried' : 'forGood'
  return ipAutomatic ? (
    <Notice status="warn" title={text('network.asks')}>
      {text(`network.asks.${certain}`)}
    </Notice>
  ) : (
    <Notice status="warn" title={text('network.moves')}>
      {text(`network.moves.${certain}`, { url: urlAt(here, ipAddress) })}
    </Notice>
  )
}
