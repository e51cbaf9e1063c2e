import { getDtmfTriggers } from '@lintel/contract/calls/dtmf-triggers'
import type { DtmfTrigger } from '@lintel/contract/calls/dtmf-triggers'
import { getPorts } from '@lintel/contract/calls/io-ports'
import { getSipAccounts } from '@lintel/contract/calls/sip-accounts'
import { getDtmfConfigurations } from '@lintel/contract/calls/sip-dtmf'
import type { DtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import type { CallOptions } from '@lintel/contract/client'
import { PAGE_LIMIT } from '@lintel/contract/collection'
import { DeviceFault } from '@lintel/contract/fault'
import { device, deviceHas } from '../app/device.ts'
import { POLL_TIMEOUT } from '../app/timing.ts'

/** How the device takes keys, and what it does with them. */
export interface DtmfState {
  configurations: readonly DtmfConfiguration[]
  /** Undefined on other firmware, which has no triggers of this kind. */
  triggers: readonly DtmfTrigger[] | undefined
  accounts: readonly { id: string; name: string }[]
  /** The outputs, from 1, with the names that people gave them. */
  outputs: readonly { port: number; name: string }[]
}

export async function readDtmf(signal: AbortSignal): Promise<DtmfState> {
  const options = { signal, timeoutMs: POLL_TIMEOUT }
  const [{ DTMFConfiguration: configurations }, { SIPAccount }, triggers, outputs] =
    await Promise.all([
      device.call(getDtmfConfigurations, {}, options),
      device.call(getSipAccounts, {}, options),
      readTriggers(options),
      readOutputs(options),
    ])
  const accounts = SIPAccount.map(({ Id: id, Name: name }) => ({ id, name }))
  return { configurations, triggers, accounts, outputs }
}

async function readTriggers(options: CallOptions): Promise<DtmfState['triggers']> {
  if (!deviceHas(getDtmfTriggers)) return undefined
  // The device keeps fewer than one page holds.
  return (await device.call(getDtmfTriggers, { limit: PAGE_LIMIT }, options)).items
}

async function readOutputs(options: CallOptions): Promise<DtmfState['outputs']> {
  try {
    const { items } = await device.call(getPorts, {}, options)
    return items
      .filter(({ direction }) => direction === 'output')
      .map(({ port, name }) => ({ port: Number(port) + 1, name }))
  } catch (fault) {
    // A product without ports.
    if (fault instanceof DeviceFault && fault.kind === 'missing') return []
    throw fault
  }
}
