import { clearAccessLog, exportAccessLog, getAccessLog } from '@lintel/contract/calls/access-log'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import type { AccessLog } from '../../state/access-log.ts'
import { csvOf } from '../csv.ts'

const COLUMNS = ['at', 'name', 'presented', 'cardEnd', 'door', 'reason'] as const

/** What a door controller has decided, as pages and as a file. Own design. */
export function accessLogCalls(accessLog: AccessLog): ServedCall[] {
  return [
    serve(getAccessLog, (request) => accessLog.page(request)),
    serve(exportAccessLog, ({ filter = '' }) => ({
      bytes: Buffer.from(csvOf(COLUMNS, (request) => accessLog.page(request), filter)),
      contentType: 'text/csv; charset=utf-8',
      fileName: 'access-log.csv',
    })),
    serveChange(clearAccessLog, () => {
      accessLog.clear()
      return {}
    }),
  ]
}
