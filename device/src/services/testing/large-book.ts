import { randomBytes } from 'node:crypto'

/** A BMP image of random pixels with this many bytes, at least. */
export function bitmap(bytes: number): Buffer {
  const HEADER = 54
  const width = 100
  // Lines are 300 bytes long, a multiple of four as they have to be.
  const height = Math.max(1, Math.ceil((bytes - HEADER) / (3 * width)))
  const size = HEADER + 3 * width * height
  const head = Buffer.alloc(HEADER)
  head.write('BM', 'latin1')
  head.writeUInt32LE(size, 2)
  head.writeUInt32LE(HEADER, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  return Buffer.concat([head, randomBytes(size - HEADER)])
}

export interface LargeBook {
  contacts: number
  organisations: number
  /** How many contacts have an image, and how large each is in bytes. */
  images?: number
  imageBytes?: number
}

/**
 * The entries of a phonebook whose names, speed dials and addresses all differ; the contacts are
 * spread over the organisations.
 */
export function* largeBook({
  contacts,
  organisations,
  images = 0,
  imageBytes = 20_000,
}: LargeBook) {
  for (let count = 0; count < organisations; count += 1) {
    yield { id: `org-${count}`, type: 'Organization', label: `Organisation ${count}` }
  }
  for (let count = 0; count < contacts; count += 1) {
    const person = {
      id: `person-${count}`,
      type: 'Person',
      firstName: FIRST[count % FIRST.length],
      lastName: `${LAST[count % LAST.length]} ${count}`,
      keyTrigger: String(count + 1),
      organisationId: `org-${count % organisations}`,
      callInformation: [{ type: 'SIP', address: `sip:${count}@127.0.0.1`, accountid: '' }],
    }
    const hasImage = count < images
    yield hasImage
      ? { ...person, imageFile: { Content: bitmap(imageBytes).toString('base64') } }
      : person
  }
}

const FIRST = ['Ada', 'Grace', 'Jörg', 'Zoë', 'Łukasz', 'Åsa', 'José', 'Ève', 'Max', 'Ida', 'Tom']
const LAST = ['Müller', 'Hopper', 'Nowak', 'Ångström', 'García', 'Rossi', 'Dubois']

/** Such a book as a file that can be imported. */
export function largeBookFile(book: LargeBook): Blob {
  const parts: string[] = ['{"phonebookEntries":[']
  for (const entry of largeBook(book)) {
    parts.push(`${parts.length === 1 ? '' : ','}${JSON.stringify(entry)}`)
  }
  return new Blob([...parts, ']}'], { type: 'application/json' })
}
