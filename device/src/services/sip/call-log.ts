import {
  clearCallLog,
  exportCallLog,
  getCallLog,
  getCallsPerDay,
} from '@lintel/contract/calls/call-log'
import { PAGE_LIMIT } from '@lintel/contract/collection'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import type { CallLog } from '../../state/call-log.ts'
import { openContactNames } from '../../engines/telephone/contact-names.ts'
import { callsPerDay } from './calls-per-day.ts'
import { csvLine } from './csv.ts'

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
      bytes: Buffer.from(csvOf(callLog, filter)),
      contentType: 'text/csv; charset=utf-8',
      fileName: 'calls.csv',
    })),
    serveChange(clearCallLog, () => {
      callLog.clear()
      return {}
    }),
  ]
}

function csvOf(callLog: CallLog, filter: string): string {
  const lines = [csvLine(COLUMNS)]
  for (let offset = 0; ; offset += PAGE_LIMIT) {
    const { items } = callLog.page({ offset, limit: PAGE_LIMIT, filter })
    for (const call of items) lines.push(csvLine(COLUMNS.map((column) => call[column])))
    if (items.length < PAGE_LIMIT) return lines.join('')
  }
}
