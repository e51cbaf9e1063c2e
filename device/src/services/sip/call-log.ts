import {
  clearCallLog,
  exportCallLog,
  getCallLog,
  getCallsPerDay,
} from '@lintel/contract/calls/call-log'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import { openContactNames } from '../../engines/telephone/contact-names.ts'
import { csvOf } from '../csv.ts'
import { callsPerDay } from './calls-per-day.ts'

const COLUMNS = [
  'started',
  'direction',
  'account',
  'accountName',
  'remote',
  'seconds',
  'outcome',
  'code',
  'reason',
  'codec',
  'encrypted',
] as const

/** The log of calls, as pages, as counts for a chart, and as a file. */
export function callLogCalls(device: Device): ServedCall[] {
  const { callLog } = device
  const contactsOf = openContactNames(device)
  return [
    serve(getCallLog, (request) => {
      const { items, ...page } = callLog.page(request)
      return {
        ...page,
        items: items.map(({ day: _day, ...call }) => ({ ...call, contacts: contactsOf(call) })),
      }
    }),
    serve(getCallsPerDay, ({ days }) => ({
      days: callsPerDay(device, days).map(({ unanswered: _unanswered, ...day }) => day),
    })),
    serve(exportCallLog, ({ filter = '' }) => ({
      bytes: Buffer.from(csvOf(COLUMNS, (request) => callLog.page(request), filter)),
      contentType: 'text/csv; charset=utf-8',
      fileName: 'calls.csv',
    })),
    serveChange(clearCallLog, () => {
      callLog.clear()
      return {}
    }),
  ]
}
