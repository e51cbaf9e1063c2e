import type { DownloadCall, StreamCall } from '@lintel/contract/call'
import { REFUSALS } from '@lintel/contract/fault'
import { errorLine } from '@lintel/contract/text'
import type { Reply } from '../serve.ts'
import { readFields } from './fields.ts'
import type { Answer, Kind, ErrorEncoder } from './kind.ts'

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
    return {
      encodeError,
      resolve() {
        const [served] = endpoint.calls
        const { contentType: type } = served.call
        return {
          served,
          input,
          answer: (result) => fileAnswer(result as Reply<DownloadCall>, type),
        }
      },
    }
  },
}

function fileAnswer(result: Reply<DownloadCall>, declared: string): Answer {
  if (result instanceof Uint8Array) return { status: 200, type: declared, body: result }
  const { bytes, contentType, fileName } = result
  return {
    status: 200,
    type: contentType,
    body: bytes,
    ...(fileName === undefined ? {} : { disposition: `attachment; filename="${fileName}"` }),
  }
}
