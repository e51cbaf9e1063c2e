import { exportPhonebook } from '@lintel/contract/calls/phonebook-files'
import { serve } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import type { Phonebook } from '../../state/phonebook/phonebook.ts'
import { entryOf } from './entries.ts'

/** Entries that are sent at once. */
const BATCH = 200

/** The export, which the import takes back. */
export function exportCalls({ phonebook }: Pick<Device, 'phonebook'>): ServedCall[] {
  return [
    serve(exportPhonebook, ({ includeImageFile }) => ({
      contentType: 'application/json; charset=utf-8',
      fileName: 'phonebook.json',
      chunks: chunksOf(phonebook, includeImageFile === 'true'),
    })),
  ]
}

/** The book as it is now: changes made while it is sent are not in it. */
function chunksOf(phonebook: Phonebook, withImages: boolean): AsyncIterable<Uint8Array> {
  const entries = phonebook.all().map((stored) => {
    const { version: _version, image: _address, ...entry } = entryOf(phonebook, stored)
    return { text: JSON.stringify(entry), image: withImages ? stored.image : '' }
  })
  return send()

  // oxlint-disable-next-line require-await -- the front door waits for the client between chunks
  async function* send(): AsyncGenerator<Uint8Array> {
    const letGo = phonebook.images.hold()
    try {
      let text = '{"phonebookEntries":['
      for (const [at, entry] of entries.entries()) {
        text += `${at === 0 ? '' : ','}\n${withImage(entry.text, imageOf(entry.image))}`
        if (at % BATCH === BATCH - 1 || entry.image !== '') {
          yield Buffer.from(text)
          text = ''
        }
      }
      yield Buffer.from(`${text}\n]}\n`)
    } finally {
      letGo()
    }
  }

  function imageOf(hash: string): string | undefined {
    const bytes = hash === '' ? undefined : phonebook.images.get(hash)?.bytes
    return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
  }
}

/** An entry in JSON with its image in Base64. */
const withImage = (entry: string, content: string | undefined): string =>
  content === undefined ? entry : `${entry.slice(0, -1)},"imageFile":{"Content":"${content}"}}`
