import type { IncomingMessage } from 'node:http'
import type { IncomingFile, IncomingFiles, UploadCall } from '@lintel/contract/call'
import { Refusal } from '@lintel/contract/fault'
import { drain, liftLimit, withoutLongPauses } from '../body-time.ts'
import { hasType } from '../request-body.ts'
import { fieldsOf } from './fields.ts'
import type { Fields } from './fields.ts'
import { FORM_AROUND, bareFile, formFiles } from './form-files.ts'
import type { ArrivingFile } from './form-files.ts'
import type { Kind } from './kind.ts'
import { answerInText, encodeTextError } from './text.ts'

/** The input for the schema; the files go to the handler separately. */
export type UploadInput = { fields: Fields; file: IncomingFile } | IncomingFiles<Fields>

const FORM = 'multipart/form-data'

/** Files in a form or one as the bare body, passed on as they arrive: none is held in memory. */
export const uploadKind: Kind<UploadCall> = {
  encoderFor: (endpoint) => encodeTextError(endpoint.calls[0].call.format),

  async read(endpoint, request, { members, query }) {
    const [served] = endpoint.calls
    const { call } = served
    const most = call.several ? call.maxFiles : 1
    const close = (): void => drain(request, call.maxBytes * most)
    try {
      const { form, files } = hasType(request, FORM)
        ? await formFiles(request, most)
        : { form: '', files: bareFile(request) }
      liftLimit(request)
      const fields = fieldsOf(members, query, form)
      const checked = limited(files, request, call.maxBytes, most)
      const input: UploadInput = call.several
        ? { fields, files: checked }
        : { fields, file: await onlyOne(checked) }
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

/** The first file, whose bytes end where the form ends. There always is one. */
async function onlyOne(files: AsyncGenerator<IncomingFile>): Promise<IncomingFile> {
  const { value } = (await files.next()) as IteratorYieldResult<IncomingFile>
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* value.bytes
    await files.next()
  }
  return { name: value.name, bytes: whole() }
}

/**
 * Passes files on, each once the one before has ended, and refuses with `tooLarge` as soon as one
 * is larger than allowed. What a reader leaves of a file is skipped.
 */
async function* limited(
  files: AsyncIterable<ArrivingFile>,
  request: IncomingMessage,
  maxBytes: number,
  maxFiles: number,
): AsyncGenerator<IncomingFile> {
  // Content-Length includes the form around the files, so the bytes themselves are counted too.
  const declared = Number(request.headers['content-length'] ?? 0)
  const isTooLarge = declared > maxBytes * maxFiles + FORM_AROUND
  for await (const file of files) {
    let left = isTooLarge ? -1 : maxBytes
    async function* rest(): AsyncGenerator<Uint8Array> {
      if (left < 0) throw tooLarge()
      for await (const chunk of withoutLongPauses(file.bytes(), request)) {
        left -= chunk.length
        if (left < 0) throw tooLarge()
        yield chunk
      }
    }
    yield { name: file.name, bytes: rest() }
    await skip(rest())
  }
}

async function skip(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const _chunk of bytes);
}

const tooLarge = (): Refusal => new Refusal('tooLarge', 'The file is too large.')
