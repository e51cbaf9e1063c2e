import {
  getEntryImage,
  removeEntryImage,
  uploadEntryImage,
} from '@lintel/contract/calls/phonebook-images'
import type { IncomingFile } from '@lintel/contract/call'
import { Refusal } from '@lintel/contract/fault'
import { serve, serveChange } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import { checkedImage } from './check-image.ts'
import { imagePath } from './image-path.ts'

/** The images of entries. */
export function imageCalls({ phonebook }: Pick<Device, 'phonebook'>): ServedCall[] {
  return [
    serve(getEntryImage, ({ id }) => {
      const hash = phonebook.find(id)?.image ?? ''
      const described = phonebook.images.describe(hash)
      if (!described) throw new Refusal('absent', 'There is no such image.')
      return {
        contentType: described.type,
        etag: hash,
        bytes: () => phonebook.images.get(hash)?.bytes ?? new Uint8Array(),
      }
    }),
    serve(uploadEntryImage, async ({ fields: { id }, file }) => {
      const image = checkedImage(await bytesOf(file))
      phonebook.setImage(id, image)
      return { image: imagePath({ entry: id, image: 'set' }) }
    }),
    serveChange(removeEntryImage, ({ id }) => {
      phonebook.setImage(id, undefined)
      return {}
    }),
  ]
}

/** A file that its call limits to a size that fits into memory. */
export async function bytesOf({ bytes }: Pick<IncomingFile, 'bytes'>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}
