/**
 * What a certificate file says of itself, as far as people need it to recognise it. Only the parts of
 * DER (X.690) and of certificates (RFC 5280 §4.1) that lead there; the device checks all of it.
 */
export interface FileContents {
  /** Number of certificates and of private keys in the file. */
  certificates: number
  keys: number
  /** Of the first certificate; undefined if it can't be read. */
  first: { subject: string; from: Date; to: Date } | undefined
}

const PEM = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g

/** Undefined for files that hold neither certificates nor keys in a readable form. */
export async function contentsOf(file: Blob): Promise<FileContents | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const blocks = [...new TextDecoder('latin1').decode(bytes).matchAll(PEM)]
  if (blocks.length === 0) {
    const first = certificateIn(bytes)
    return first && { certificates: 1, keys: 0, first }
  }
  const certificates = blocks.filter(([, kind]) => kind === 'CERTIFICATE')
  const [, , body = ''] = certificates[0] ?? []
  return {
    certificates: certificates.length,
    keys: blocks.filter(([, kind = '']) => kind.endsWith('PRIVATE KEY')).length,
    first: certificateIn(decoded(body)),
  }
}

function decoded(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64.replaceAll(/\s/g, '')), (char) => char.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

interface Part {
  tag: number
  bytes: Uint8Array
}

const SEQUENCE = 0x30
const VERSION = 0xa0
const OBJECT_ID = 0x06
const UTC_TIME = 0x17

/** The parts one after the other. @throws RangeError if they are cut off */
function partsIn(bytes: Uint8Array): Part[] {
  const parts: Part[] = []
  let at = 0
  while (at < bytes.length) {
    const tag = bytes[at] ?? 0
    let length = bytes[at + 1] ?? 0
    at += 2
    if (length > 0x80) {
      const count = length - 0x80
      length = bytes.subarray(at, at + count).reduce((sum, byte) => sum * 256 + byte, 0)
      at += count
    }
    if (at + length > bytes.length) throw new RangeError('cut off')
    parts.push({ tag, bytes: bytes.subarray(at, at + length) })
    at += length
  }
  return parts
}

function certificateIn(bytes: Uint8Array): FileContents['first'] {
  try {
    const [certificate] = partsIn(bytes)
    if (certificate?.tag !== SEQUENCE) return undefined
    const [signed] = partsIn(certificate.bytes)
    if (signed?.tag !== SEQUENCE) return undefined
    const fields = partsIn(signed.bytes)
    if (fields[0]?.tag === VERSION) fields.shift()
    // Serial number, signature algorithm, issuer, validity, subject.
    const [, , , validity, subject] = fields
    const [from, to] = partsIn(validity?.bytes ?? new Uint8Array()).map(timeIn)
    return from && to && subject ? { subject: nameIn(subject.bytes), from, to } : undefined
  } catch {
    return undefined
  }
}

/** `261120130732Z` (UTCTime) or `20261120130732Z` (GeneralizedTime). */
function timeIn({ tag, bytes }: Part): Date | undefined {
  const text = new TextDecoder().decode(bytes)
  const century = tag === UTC_TIME ? (Number(text.slice(0, 2)) < 50 ? '20' : '19') : ''
  const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(century + text)
  if (!digits) return undefined
  const [, year, month, day, hour, minute, second] = digits
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** The attributes that name somebody, the most telling first: common name, organisation. */
const NAMING = ['85,4,3', '85,4,10']

function nameIn(subject: Uint8Array): string {
  const found = new Map<string, string>()
  for (const set of partsIn(subject)) {
    for (const attribute of partsIn(set.bytes)) {
      const [id, value] = partsIn(attribute.bytes)
      if (id?.tag === OBJECT_ID && value) {
        found.set(id.bytes.join(), new TextDecoder().decode(value.bytes))
      }
    }
  }
  return NAMING.map((id) => found.get(id)).find(Boolean) ?? ''
}
