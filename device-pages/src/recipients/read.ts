import { getActionChoices } from '@lintel/contract/calls/action-rules'
import type { ActionChoices } from '@lintel/contract/calls/action-rules'
import { getRecipients } from '@lintel/contract/calls/recipients'
import type { Recipient } from '@lintel/contract/calls/recipients'
import type { CallOptions } from '@lintel/contract/client'
import { PAGE_LIMIT } from '@lintel/contract/collection'
import { device } from '../app/device.ts'
import { POLL_TIMEOUT } from '../app/timing.ts'

/** The recipients, and what they can be. */
export interface RecipientState {
  recipients: readonly Recipient[]
  choices: ActionChoices
}

/** The device keeps fewer than one page holds. */
export const readRecipients = async (options: CallOptions = {}): Promise<readonly Recipient[]> =>
  (await device.call(getRecipients, { limit: PAGE_LIMIT }, options)).items

export async function readState(signal: AbortSignal): Promise<RecipientState> {
  const options = { signal, timeoutMs: POLL_TIMEOUT }
  const [recipients, choices] = await Promise.all([
    readRecipients(options),
    device.call(getActionChoices, {}, options),
  ])
  return { recipients, choices }
}
