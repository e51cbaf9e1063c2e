import type { IncomingMessage } from 'node:http'
import { Refusal } from '@lintel/contract/fault'
import { takeBytes } from './body-budget.ts'
import { HttpRefusal } from './http-refusal.ts'
import { requestInfoOf } from './request-info.ts'

/** One for all: opening a decoder takes longer than decoding a body. */
export const UTF_8 = new TextDecoder()

/** The size limit for bodies of calls that are not uploads and have no `bodyLimit`: 1 MB. */
export const BODY_LIMIT = 1024 * 1024

/** The whole body as UTF-8 text without a byte order mark, under the same limit. */
export async function readBody(request: IncomingMessage): Promise<string> {
  return UTF_8.decode(await readBytes(request))
}

/**
 * The whole body. Throws a `tooLarge` refusal as soon as it is known to be longer than
 * its limit, and `tooMany` when people who are not signed in send too much at once. Node then
 * reads and discards the rest, so that the response gets through.
 */
export function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const info = requestInfoOf(request)
    const limit = info.bodyLimit ?? BODY_LIMIT
    const refuse = (refusal: Refusal): void => {
      chunks.length = 0
      request.off('data', take)
      request.resume()
      reject(refusal)
    }
    const take = (chunk: Buffer): void => {
      info.bodyBytes += chunk.length
      if (info.bodyBytes > limit) refuse(tooLarge())
      else if (takeBytes(request, chunk.length)) chunks.push(chunk)
      else refuse(new HttpRefusal('tooMany', TOO_MUCH, { connection: 'close' }))
    }
    if (Number(request.headers['content-length'] ?? 0) > limit) {
      refuse(tooLarge())
      return
    }
    request.on('data', take)
    request.once('end', () => resolve(Buffer.concat(chunks)))
    request.once('error', () => reject(new Refusal('malformed', 'The request was interrupted.')))
  })
}

export const tooLarge = (): Refusal => new Refusal('tooLarge', 'The request body is too large.')
const TOO_MUCH = 'Too much is being sent without a sign-in. Try again later.'

/** Whether the request declares its body as this media type, with or without parameters. */
export function hasType(request: IncomingMessage, type: string): boolean {
  return request.headers['content-type']?.split(';')[0]?.trim().toLowerCase() === type
}

export const FORM_TYPE = 'application/x-www-form-urlencoded'
