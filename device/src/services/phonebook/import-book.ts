import { ENTRIES_MAX, importPhonebook } from '@lintel/contract/calls/phonebook-files'
import type { IncomingFile } from '@lintel/contract/call'
import { Refusal } from '@lintel/contract/fault'
import { writtenEntry } from '@lintel/contract/phonebook-entries'
import type { WrittenEntry } from '@lintel/contract/phonebook-entries'
import { serve } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import * as v from 'valibot'
import type { Device } from '../../device.ts'
import type { StoredImage } from '../../state/phonebook/images.ts'
import { checksOf } from './check-entry.ts'
import { checkedImage } from './check-image.ts'
import { nameOf, readBook } from './read-book.ts'

/** Images that wait for a common transaction, in bytes: each waits for the disk. */
const BATCH = 8_000_000

/** The most characters of all entries without their images: they are in memory until all are read. */
const BOOK_MAX = 32_000_000

/** What an exported file has besides the entries: the image itself. */
const importedEntry = v.object({
  ...writtenEntry.entries,
  imageFile: v.optional(v.object({ Content: v.string() })),
})

/** The entries of an import, with the hashes of their images. */
interface Book {
  entries: WrittenEntry[]
  images: string[]
  /** For messages: the entry's file and its place in it, from 1. */
  places: string[]
}

/** The import, which replaces everything or changes nothing. */
export function importCalls(device: Device): ServedCall[] {
  const { phonebook } = device
  let running = false

  async function read(files: AsyncIterable<IncomingFile>): Promise<Book> {
    const book: Book = { entries: [], images: [], places: [] }
    let batch: { at: number; image: StoredImage }[] = []
    let waiting = 0

    function store(): void {
      const images = batch
      ;[batch, waiting] = [[], 0]
      phonebook.change(() => {
        for (const { at, image } of images) book.images[at] = phonebook.images.put(image)
      })
    }

    const known = new Set<string>()
    let size = 0
    for await (const file of files) {
      let count = 0
      await readBook(file, (value) => {
        count += 1
        const { imageFile, ...entry } = entryIn(value, count)
        const at = book.entries.length
        if (entry.id !== '' && known.has(entry.id)) {
          throw new Refusal('invalid', `entry ${count}: the id '${entry.id}' is used twice.`)
        }
        if (at >= ENTRIES_MAX) throw new Refusal('invalid', `more than ${ENTRIES_MAX} entries.`)
        size += JSON.stringify(entry).length
        if (size > BOOK_MAX) throw new Refusal('invalid', 'the entries are larger than 32 MB.')
        known.add(entry.id)
        book.entries.push(entry)
        book.images.push('')
        book.places.push(`${nameOf(file.name)}: entry ${count}`)
        if (!imageFile) return
        const image = imageIn(imageFile.Content, count)
        batch.push({ at, image })
        waiting += image.bytes.length
        if (waiting > BATCH) store()
      })
    }
    store()
    return book
  }

  async function replace(files: AsyncIterable<IncomingFile>): Promise<void> {
    const { entries, images, places } = await read(files)
    const check = checksOf(device, true)
    phonebook.replace(
      entries,
      (at) => images[at] ?? '',
      (entry, at) => {
        try {
          check(entry, at)
        } catch (cause) {
          if (!(cause instanceof Refusal)) throw cause
          const message = cause.message.replace(/'phonebookEntries\.\d+\./, "'")
          throw new Refusal(cause.reason, `${places[at] ?? ''}: ${message}`)
        }
      },
    )
  }

  return [
    serve(importPhonebook, async ({ files }) => {
      if (running) throw new Refusal('busy', 'Another import is running.')
      running = true
      const letGo = phonebook.images.hold()
      try {
        await replace(files)
      } finally {
        running = false
        letGo()
      }
      return {}
    }),
  ]
}

function entryIn(value: unknown, count: number): v.InferOutput<typeof importedEntry> {
  const result = v.safeParse(importedEntry, value)
  if (result.success) return result.output
  const name = v.getDotPath(result.issues[0])
  throw new Refusal(
    'invalid',
    `entry ${count}${name === null ? ' is not valid' : `: '${name}' is not valid`}.`,
  )
}

function imageIn(content: string, count: number): StoredImage {
  try {
    return checkedImage(Buffer.from(content, 'base64'))
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    throw new Refusal(cause.reason, `entry ${count}: ${cause.message}`)
  }
}
