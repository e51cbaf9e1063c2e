import type { DownloadCall, StreamCall } from '@lintel/contract/call'
import { REFUSALS } from '@lintel/contract/fault'
import { errorLine } from '@lintel/contract/text'
import { readFields } from './fields.ts'
import type { Kind, ErrorEncoder } from './kind.ts'

const encodeError: ErrorEncoder = (reason, message) => ({
  status: REFUSALS[reason].status,
  type: errorLine.contentType,
  body: `${errorLine.refuse(message)}\n`,
})

/** Query or form in, bytes out. A refusal is a line of text with its HTTP status. */
export const fileKind: Kind<DownloadCall | StreamCall> = {
  encoderFor: () => encodeError,

  async read(endpoint, request, info) {
    const input = await readFields(request, info)
    const [served] = endpoint.calls
    return { encodeError, resolve: () => ({ served, input }) }
  },
}
