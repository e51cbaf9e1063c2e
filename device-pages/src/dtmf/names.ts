import { PEER_TO_PEER } from '@lintel/contract/calls/sip-dtmf'
import { EVERY_ACCOUNT } from '@lintel/contract/rules/dtmf'
import { useText } from '@lintel/ui/i18n'
import type { DtmfState } from './read.ts'

/** What the account of a trigger is called. */
export function useAccountName(accounts: DtmfState['accounts']): (id: string) => string {
  const text = useText()
  return (id) => {
    if (id === EVERY_ACCOUNT) return text('dtmf.account.all')
    return id === ''
      ? text('dtmf.account.none')
      : (accounts.find((one) => one.id === id)?.name ?? id)
  }
}

/** What a configuration is called; the one that the device has from the factory is translated. */
export function useConfigurationName(): (configuration: { Name: string }) => string {
  const text = useText()
  return ({ Name }) => (Name === PEER_TO_PEER ? text('dtmf.peerToPeer') : Name)
}

/** What an output is called. */
export function useOutputName(outputs: DtmfState['outputs']): (port: number) => string {
  const text = useText()
  return (port) => {
    const name = outputs.find((one) => one.port === port)?.name ?? ''
    return name === '' ? text('dtmf.port', { port }) : text('dtmf.port.named', { port, name })
  }
}
