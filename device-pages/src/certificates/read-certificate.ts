import { BaseStringBlock, Constructed, fromBER, ObjectIdentifier, UTCTime } from 'asn1js'
import type { BaseBlock } from 'asn1js'

/** What a certificate file contains, as far as people need it to recognise it. Nothing is verified. */
export interface FileContents {
  /** Number of certificates and of private keys in the file. */
  certificates: number
  keys: number
  /** Of the first certificate; undefined if it can't be read. */
  first: { subject: string; from: Date; to: Date } | undefined
}

const PEM = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g

/** Undefined for files in which neither certificates nor keys can be read. */
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

/** Undefined if the bytes aren't a certificate (RFC 5280 §4.1). */
function certificateIn(bytes: Uint8Array): FileContents['first'] {
  const { offset, result } = fromBER(bytes)
  if (offset < 0) return undefined
  const [signed] = partsOf(result)
  // Serial number, signature algorithm, issuer, validity, subject; the version before them is optional.
  const fields = partsOf(signed).filter(({ idBlock }) => idBlock.tagClass === UNIVERSAL)
  const [, , , validity, subject] = fields
  const [from, to] = partsOf(validity).map(timeOf)
  return from && to && subject ? { subject: nameIn(subject), from, to } : undefined
}

/** The class of tags that mean the same everywhere (X.690 §8.1.2.2). */
const UNIVERSAL = 1

const partsOf = (block: BaseBlock | undefined): BaseBlock[] =>
  block instanceof Constructed ? block.valueBlock.value : []

/** The end of a validity (GeneralizedTime is a UTCTime here); undefined if it can't be read. */
const timeOf = (block: BaseBlock): Date | undefined =>
  block instanceof UTCTime && block.error === '' ? block.toDate() : undefined

/** The attributes that name somebody, the most telling first: common name, organisation. */
const NAMING = ['2.5.4.3', '2.5.4.10']

function nameIn(subject: BaseBlock): string {
  const found = new Map<string, string>()
  for (const attribute of partsOf(subject).flatMap(partsOf)) {
    const [id, value] = partsOf(attribute)
    if (id instanceof ObjectIdentifier && value instanceof BaseStringBlock) {
      found.set(id.getValue(), value.getValue())
    }
  }
  return NAMING.map((id) => found.get(id)).find(Boolean) ?? ''
}
