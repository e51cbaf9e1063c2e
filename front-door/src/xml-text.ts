import { Refusal } from '@lintel/contract/fault'

/** How the bytes of a document in UTF-16 begin: with its mark, or with `<` and no mark. */
const UTF_16: readonly (readonly [first: number, second: number, encoding: string])[] = [
  [0xfe, 0xff, 'utf-16be'],
  [0xff, 0xfe, 'utf-16le'],
  [0x00, 0x3c, 'utf-16be'],
  [0x3c, 0x00, 'utf-16le'],
]
const DECLARED = /^\s*<\?xml[^>]*?[\s"']encoding\s*=\s*["']([^"'>]*)["']/

/**
 * The text of an XML document. Its first bytes decide, then the transport, then its own
 * declaration (RFC 7303 §3, XML 1.0 appendix F); without any of them it is UTF-8. A document that
 * says UTF-16 in single bytes is UTF-8: string writers of some platforms always say so.
 * @param bytes with or without a byte order mark
 * @param charset what the transport says, such as the parameter of a Content-Type
 * @throws Refusal `malformed` for an unknown encoding, or bytes that are not in it
 */
export function xmlText(bytes: Uint8Array, charset?: string): string {
  const encoding = encodingOf(bytes, charset)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (error) {
    const known = !(error instanceof RangeError)
    throw unreadable(known ? `The text is not ${encoding}.` : 'The encoding is not supported.')
  }
}

function encodingOf(bytes: Uint8Array, charset: string | undefined): string {
  const [first, second, third] = bytes
  const wide = UTF_16.find(([one, other]) => one === first && other === second)
  if (wide) return wide[2]
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'UTF-8'
  const start = Buffer.from(bytes.subarray(0, 256)).toString('latin1')
  const named = charset || DECLARED.exec(start)?.[1] || 'UTF-8'
  return /^(?:utf-?16|ucs-?2|iso-10646-ucs-2|unicode)/i.test(named.trim()) ? 'UTF-8' : named
}

const unreadable = (message: string): Refusal =>
  new Refusal('malformed', message, ['Sender', 'ter:WellFormed'])
