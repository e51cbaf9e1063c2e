import type { IncomingMessage } from 'node:http'
import { Busboy } from '@fastify/busboy'
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy'
import type { IncomingFile, UploadCall } from '@lintel/contract/call'
import { Refusal } from '@lintel/contract/fault'
import { drain, liftLimit, withoutLongPauses } from '../body-time.ts'
import { hasType } from '../request-body.ts'
import { fieldsOf } from './fields.ts'
import type { Fields } from './fields.ts'
import type { Kind } from './kind.ts'
import { answerInText, encodeTextError } from './text.ts'

/** The input for the schema; the file goes to the handler separately. */
export interface UploadInput {
  fields: Fields
  file: IncomingFile
}

const FORM = 'multipart/form-data'
/** Limits for the fields of a form: the size of each, and their number. */
const LIMITS = { fields: 32, fieldSize: 64 * 1024, files: 1, headerPairs: 32 }

const INTERRUPTED = 'The upload was interrupted.'
const TOO_LARGE = 'The file is too large.'

/** A file in a form or as the bare body, passed on as it arrives: it is never held in memory. */
export const uploadKind: Kind<UploadCall> = {
  encoderFor: (endpoint) => encodeTextError(endpoint.calls[0].call.format),

  async read(endpoint, request, { members, query }) {
    const [served] = endpoint.calls
    const { call } = served
    const close = (): void => drain(request, call.maxBytes)
    try {
      const { form, file } = hasType(request, FORM)
        ? await formOf(request)
        : { form: '', file: { name: '', bytes: bodyOf(request) } }
      liftLimit(request)
      const bytes = limited(withoutLongPauses(file.bytes, request), request, call.maxBytes)
      const input: UploadInput = {
        fields: fieldsOf(members, query, form),
        file: { name: file.name, bytes },
      }
      return {
        encodeError: encodeTextError(call.format),
        resolve: () => ({ served, input, answer: answerInText(call.format) }),
        close,
      }
    } catch (error) {
      close()
      throw error
    }
  },
}

/** The bare body. A reader that stops early leaves the connection as it is. */
async function* bodyOf(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  } catch {
    throw new Refusal('malformed', INTERRUPTED)
  }
}

/**
 * The fields before the file, like a query, and the file. Resolves as soon as the file begins. Its
 * bytes end when the form has ended correctly, with nothing else in it.
 */
function formOf(request: IncomingMessage): Promise<{ form: string; file: IncomingFile }> {
  const fields = new URLSearchParams()
  return new Promise((resolve, reject) => {
    const parser = parserFor(request)
    let file: BusboyFileStream | undefined
    const over = new Promise<void>((ended, broken) => {
      const fail = (message: string): void => {
        const refusal = new Refusal('malformed', message)
        request.unpipe(parser)
        file?.destroy(refusal)
        broken(refusal)
        reject(refusal)
      }
      parser.on('field', (name, value, _nameCut, valueCut) => {
        if (valueCut) fail('A field of the form is too long.')
        else if (file) fail('The fields of the form come before the file.')
        else fields.append(name, value)
      })
      parser.on('file', (_part, bytes, name) => {
        file = bytes
        // A reader of the bytes gets the error from them; there may not be one yet.
        bytes.on('error', () => {})
        resolve({ form: fields.toString(), file: { name, bytes: whole(bytes, over) } })
      })
      parser.on('filesLimit', () => fail('The form holds more than one file.'))
      parser.on('fieldsLimit', () => fail('The form holds too many fields.'))
      parser.on('finish', () => (file ? ended() : fail('The form holds no file.')))
      parser.on('error', () => fail(file ? INTERRUPTED : 'The form could not be read.'))
      request.on('error', () => fail(INTERRUPTED))
      request.once('close', () => {
        if (!request.complete) fail(INTERRUPTED)
      })
    })
    over.catch(() => {})
    request.pipe(parser)
  })
}

function parserFor(request: IncomingMessage): BusboyInstance {
  const { 'content-type': type = '' } = request.headers
  try {
    return new Busboy({ headers: { ...request.headers, 'content-type': type }, limits: LIMITS })
  } catch {
    throw new Refusal('malformed', 'The form could not be read.')
  }
}

/** A file's bytes; they end where the form ends. */
async function* whole(bytes: BusboyFileStream, over: Promise<void>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes as AsyncIterable<Uint8Array>
  } catch {
    // The form's own error says what is wrong.
  }
  await over
}

/** Passes the bytes on, and refuses with `tooLarge` as soon as there are more than allowed. */
async function* limited(
  bytes: AsyncIterable<Uint8Array>,
  request: IncomingMessage,
  most: number,
): AsyncGenerator<Uint8Array> {
  // Content-Length includes the form around the file, so the bytes themselves are counted too.
  if (Number(request.headers['content-length'] ?? 0) > most + FORM_AROUND)
    throw new Refusal('tooLarge', TOO_LARGE)
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > most) throw new Refusal('tooLarge', TOO_LARGE)
    yield chunk
  }
}

/** Bytes that the fields and part headers of a form may take, besides its file. */
const FORM_AROUND = (LIMITS.fields + 1) * LIMITS.fieldSize
