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

/** What an output is called. */
export function useOutputName(outputs: DtmfState['outputs']): (port: number) => string {
  const text = useText()
  return (port) => {
    const name = outputs.find((one) => one.port === port)?.name ?? ''
    return name === '' ? text('dtmf.port', { port }) : text('dtmf.port.named', { port, name })
  }
}
