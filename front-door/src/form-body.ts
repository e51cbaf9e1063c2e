import type { IncomingMessage } from 'node:http'
import { Busboy } from '@fastify/busboy'
import { Refusal } from '@lintel/contract/fault'
import { BODY_LIMIT, readBytes, UTF_8 } from './request-body.ts'

/** The first line of a multipart form (RFC 2046 §5.1.1), then the headers of its first part. */
const DELIMITER =
  /^(?:\r\n)?--([\w'()+,./:=? -]{0,199}[\w'()+,./:=?-])[ \t]*\r\n(?:[^\r\n]+\r\n)*?content-disposition:/i
/** Every name and value is within the body's limit. */
const LIMITS = { fieldNameSize: BODY_LIMIT, fieldSize: BODY_LIMIT }
const LONGEST_HEADERS = 4096
/** JSON, XML, or control characters, which a form would escape. */
const NO_FORM = /^\s*[{[<"]|[^\P{Cc}\t\r\n]/u

/**
 * The form in a request's body, encoded like a query: a URL-encoded one, or one in parts (RFC
 * 7578), whose files count as texts. The body itself decides, because clients declare forms as
 * `text/plain`, `application/octet-stream` or nothing.
 * @throws Refusal `malformed` when the body is no form, `tooLarge` beyond `BODY_LIMIT`
 */
export async function readForm(request: IncomingMessage): Promise<string> {
  const bytes = await readBytes(request)
  const boundary = DELIMITER.exec(bytes.toString('latin1', 0, LONGEST_HEADERS))?.[1]
  if (boundary !== undefined) return formInParts(bytes, boundary)
  // Some senders end it like a line; a line break that belongs to it would be escaped.
  const form = UTF_8.decode(bytes).replace(/[\r\n]+$/, '')
  if (NO_FORM.test(form)) throw new Refusal('malformed', 'The body is not a form.')
  return form
}

function formInParts(bytes: Buffer, boundary: string): Promise<string> {
  const fields = new URLSearchParams()
  const parser = new Busboy({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    limits: LIMITS,
    isPartAFile: () => false,
  })
  return new Promise((resolve, reject) => {
    parser.on('field', (name, value) => fields.append(name, value))
    parser.on('finish', () => resolve(fields.toString()))
    parser.on('error', () => reject(new Refusal('malformed', 'The form could not be read.')))
    parser.end(bytes)
  })
}
