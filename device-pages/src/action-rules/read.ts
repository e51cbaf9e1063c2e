import { getActionLog, getActionRules } from '@lintel/contract/calls/action-rules'
import type { ActionLogEntry, ActionRule } from '@lintel/contract/calls/action-rules'
import { getDateTimeInfo } from '@lintel/contract/calls/time'
import type { CallOptions } from '@lintel/contract/client'
import { PAGE_LIMIT } from '@lintel/contract/collection'
import type { Page, PageRequest } from '@lintel/contract/collection'
import { device } from '../app/device.ts'
import { POLL_TIMEOUT } from '../app/timing.ts'
import { readState as readRecipientState } from '../recipients/read.ts'
import type { RecipientState } from '../recipients/read.ts'

/** The rules, what they can be made of, and the device's time for what it tells of the past. */
export interface RuleState extends RecipientState {
  rules: readonly ActionRule[]
  time: { localDateTime: string; timeZone?: string | undefined }
}

/** The device keeps fewer than one page holds. */
export const readRules = async (options: CallOptions = {}): Promise<readonly ActionRule[]> =>
  (await device.call(getActionRules, { limit: PAGE_LIMIT }, options)).items

export async function readState(signal: AbortSignal): Promise<RuleState> {
  const options = { signal, timeoutMs: POLL_TIMEOUT }
  const [rules, recipientState, time] = await Promise.all([
    readRules(options),
    readRecipientState(signal),
    device.call(getDateTimeInfo, {}, options),
  ])
  return { rules, ...recipientState, time }
}

export const readLog = (request: PageRequest, signal: AbortSignal): Promise<Page<ActionLogEntry>> =>
  device.call(getActionLog, request, { signal, timeoutMs: POLL_TIMEOUT })
