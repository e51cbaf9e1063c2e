import type { Service } from '../service.ts'
import { accountCalls } from './accounts.ts'
import { callLogCalls } from './call-log.ts'
import { callCalls } from './calls.ts'
import { dtmfCalls } from './dtmf.ts'
import { settingsCalls } from './settings.ts'

/** The call service: SIP settings, accounts, DTMF, calls. Source: device-api.md §8. */
export const sipService: Service = (device) => ({
  calls: [
    ...settingsCalls(device),
    ...accountCalls(device),
    ...dtmfCalls(device),
    ...callCalls(device),
    ...callLogCalls(device),
  ],
})
