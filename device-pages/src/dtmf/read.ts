import { getDtmfTriggers } from '@lintel/contract/calls/dtmf-triggers'
import type { DtmfTrigger } from '@lintel/contract/calls/dtmf-triggers'
import { getPorts } from '@lintel/contract/calls/io-ports'
import { getSipAccounts } from '@lintel/contract/calls/sip-accounts'
import { getDtmfConfigurations } from '@lintel/contract/calls/sip-dtmf'
import type { DtmfConfiguration } from '@lintel/contract/calls/sip-dtmf'
import type { CallOptions } from '@lintel/contract/client'
import { PAGE_LIMIT } from '@lintel/contract/collection'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import type { ParameterPrefix } from '@lintel/contract/parameters/all'
import { device, deviceHas } from '../app/device.ts'
import { POLL_TIMEOUT } from '../app/timing.ts'

/** How the device takes keys, and what it does with them. */
export interface DtmfState {
  configurations: readonly DtmfConfiguration[]
  /** Undefined on other firmware, which has no triggers of this kind. */
  triggers: readonly DtmfTrigger[] | undefined
  accounts: readonly { id: string; name: string; configuration: string }[]
  /** The outputs, from 1, with the names that people gave them. */
  outputs: readonly { port: number; name: string }[]
}

/** The parameter groups of inputs and outputs. */
export const GROUPS = ['root.Input', 'root.Output'] as const satisfies readonly ParameterPrefix[]

/** Whether the product has ports; without any it has no call for them either. */
export const hasPorts = (values: ParameterValues): boolean =>
  Number(values.get('root.Input.NbrOfInputs') ?? 0) +
    Number(values.get('root.Output.NbrOfOutputs') ?? 0) >
  0

export async function readDtmf(ports: boolean, signal: AbortSignal): Promise<DtmfState> {
  const options = { signal, timeoutMs: POLL_TIMEOUT }
  const [{ DTMFConfiguration: configurations }, { SIPAccount }, triggers, outputs] =
    await Promise.all([
      device.call(getDtmfConfigurations, {}, options),
      device.call(getSipAccounts, {}, options),
      readTriggers(options),
      ports ? readOutputs(options) : [],
    ])
  const accounts = SIPAccount.map(({ Id: id, Name: name, DTMFConfigurationId: configuration }) => ({
    id,
    name,
    configuration,
  }))
  return { configurations, triggers, accounts, outputs }
}

async function readTriggers(options: CallOptions): Promise<DtmfState['triggers']> {
  if (!deviceHas(getDtmfTriggers)) return undefined
  // The device keeps fewer than one page holds.
  return (await device.call(getDtmfTriggers, { limit: PAGE_LIMIT }, options)).items
}

async function readOutputs(options: CallOptions): Promise<DtmfState['outputs']> {
  const { items } = await device.call(getPorts, {}, options)
  return items
    .filter(({ direction }) => direction === 'output')
    .map(({ port, name }) => ({ port: Number(port) + 1, name }))
}
