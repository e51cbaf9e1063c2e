import {
  clearCallLog,
  exportCallLog,
  getCallLog,
  getCallsPerDay,
} from '@lintel/contract/calls/call-log'
import { PAGE_LIMIT } from '@lintel/contract/collection'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import { dateText, localTime } from '../../clock/zone.ts'
import type { Device } from '../../device.ts'
import type { CallLog } from '../../state/call-log.ts'
import { zoneOf } from '../time/local.ts'
import { openContactNames } from '../../engines/telephone/contact-names.ts'
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
  const { callLog, clock, parameters } = device
  const contactsOf = openContactNames(device)
  return [
    serve(getCallLog, (request) => {
      const { items, ...page } = callLog.page(request)
      return {
        ...page,
        items: items.map(({ day: _day, ...call }) => ({ ...call, contacts: contactsOf(call) })),
      }
    }),
    serve(getCallsPerDay, ({ days: count }) => {
      const { year, month, day } = localTime(zoneOf(parameters), clock.now())
      // Days of the calendar, whatever their length in the zone.
      const days = Array.from({ length: count }, (_, index) => {
        const date = new Date(Date.UTC(year, month - 1, day - (count - 1 - index)))
        return dateText(localTime(UTC, date.getTime()))
      })
      const counts = callLog.perDay(days[0] ?? '')
      return {
        days: days.map((one) => ({
          day: one,
          ...(counts.get(one) ?? { incoming: 0, outgoing: 0, answered: 0 }),
        })),
      }
    }),
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

const UTC = { name: 'UTC', posix: '', daylightSaving: false }

function csvOf(callLog: CallLog, filter: string): string {
  const lines = [csvLine(COLUMNS)]
  for (let offset = 0; ; offset += PAGE_LIMIT) {
    const { items } = callLog.page({ offset, limit: PAGE_LIMIT, filter })
    for (const call of items) lines.push(csvLine(COLUMNS.map((column) => call[column])))
    if (items.length < PAGE_LIMIT) return lines.join('')
  }
}
