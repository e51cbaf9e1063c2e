import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import type { BusboyFileStream, BusboyInstance } from '@fastify/busboy'
import { Refusal } from '@lintel/contract/fault'
import { withoutLongPause } from '../body-time.ts'

/** Limits for the fields of a form: the size of each, and their number. */
const LIMITS = { fields: 32, fieldSize: 64 * 1024, headerPairs: 32 }
/** Bytes that the fields of a form and the heads of its parts may take, besides its files. */
export const FORM_AROUND = (LIMITS.fields + 1) * LIMITS.fieldSize

const INTERRUPTED = 'The upload was interrupted.'

/** A file as it arrives: each reading of its bytes goes on where the last one stopped. */
export interface ArrivingFile {
  name: string
  bytes(): AsyncIterable<Uint8Array>
}

/** The bare body as a file. */
export async function* bareFile(request: IncomingMessage): AsyncGenerator<ArrivingFile> {
  yield { name: '', bytes: () => bytesIn(request) }
}

/**
 * The fields before the files, like a query, and the files. Resolves as soon as the first one
 * begins. The iteration ends when the form has ended correctly, with nothing else in it; ask for a
 * file when the one before has been read.
 * @param most how many files it may hold
 */
export function formFiles(
  request: IncomingMessage,
  most: number,
): Promise<{ form: string; files: AsyncGenerator<ArrivingFile> }> {
  const parser = parserFor(request, most)
  const fields = new URLSearchParams()
  const begun: BusboyFileStream[] = []
  const waiting: ArrivingFile[] = []
  let end: 'whole' | Refusal | undefined
  let wake: (() => void) | undefined

  async function* files(): AsyncGenerator<ArrivingFile> {
    for (;;) {
      const file = waiting.shift()
      if (file) yield file
      else if (end === 'whole') return
      else if (end) throw end
      else {
        const next = new Promise<void>((resolve) => {
          wake = resolve
        })
        await withoutLongPause(next, request)
      }
    }
  }

  return new Promise((resolve, reject) => {
    const finish = (how: 'whole' | Refusal): void => {
      end ??= how
      wake?.()
      if (end === 'whole') return
      request.unpipe(parser)
      for (const stream of begun) stream.destroy(end)
      reject(end)
    }
    const fail = (message: string): void => finish(invalid(message))
    parser.on('field', (name, value, _nameCut, valueCut) => {
      if (valueCut) fail('A field of the form is too long.')
      else if (begun.length > 0) fail('The fields of the form come before the file.')
      else fields.append(name, value)
    })
    parser.on('file', (_part, stream, name) => {
      begun.push(stream)
      // A reader of the bytes gets the error from them; there may not be one yet.
      stream.on('error', () => {})
      waiting.push({ name, bytes: () => bytesIn(stream, () => end) })
      wake?.()
      resolve({ form: fields.toString(), files: files() })
    })
    const tooMany = most === 1 ? 'one file' : `${most} files`
    parser.on('filesLimit', () => fail(`The form holds more than ${tooMany}.`))
    parser.on('fieldsLimit', () => fail('The form holds too many fields.'))
    parser.on('finish', () => {
      if (begun.length > 0) finish('whole')
      else fail('The form holds no file.')
    })
    parser.on('error', () => fail(begun.length > 0 ? INTERRUPTED : 'The form could not be read.'))
    request.on('error', () => fail(INTERRUPTED))
    request.once('close', () => {
      if (!request.complete) fail(INTERRUPTED)
    })
    request.pipe(parser)
  })
}

/** No `malformed`, which services under `/vapix/` take for JSON that can't be read. */
const invalid = (message: string): Refusal => new Refusal('invalid', message)

function parserFor(request: IncomingMessage, files: number): BusboyInstance {
  const { 'content-type': type = '' } = request.headers
  const headers = { ...request.headers, 'content-type': type }
  try {
    return new Busboy({ headers, limits: { ...LIMITS, files } })
  } catch {
    throw invalid('The form could not be read.')
  }
}

/**
 * What is left of a stream. A reader that stops early leaves the stream as it is.
 * @param end how the form around it has ended
 */
async function* bytesIn(
  stream: Readable,
  end?: () => 'whole' | Refusal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>
  } catch {
    const why = end?.()
    throw why instanceof Refusal ? why : invalid(INTERRUPTED)
  }
}
