import type { DownloadCall, StreamCall } from '@lintel/contract/call'
import { REFUSALS } from '@lintel/contract/fault'
import { errorLine } from '@lintel/contract/text'
import { fieldsOf } from './fields.ts'
import type { Kind, Words } from './kind.ts'

const words: Words = (reason, message) => ({
  status: REFUSALS[reason].status,
  type: errorLine.contentType,
  body: `${errorLine.refuse(message)}\n`,
})

/** GET query in, bytes out; a refusal is a line of text with its HTTP status. */
export const fileKind: Kind<DownloadCall | StreamCall> = {
  words: () => words,

  read: (place, _request, { query }) => ({
    words,
    choose() {
      const [served] = place.calls
      const { contentType: type } = served.call
      const input = fieldsOf(query)
      return {
        served,
        input,
        answer: (bytes) => ({ status: 200, type, body: bytes as Uint8Array }),
      }
    },
  }),
}
