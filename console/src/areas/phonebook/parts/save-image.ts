import { removeEntryImage, uploadEntryImage } from '@lintel/contract/calls/phonebook-images'
import { device } from '../../../app/device.ts'
import type { ImageValue } from '../../../app/image/image.ts'
import { uploadImage } from '../../../app/image/upload-image.ts'

/**
 * Stores the image of an entry that exists, or removes it, unless it is stored already. B §7.
 * @param stored the address of the image on the device; empty for none
 * @throws DeviceFault
 */
export async function saveImage(id: string, image: ImageValue, stored: string): Promise<void> {
  if (image === stored) return
  if (typeof image === 'string') await device.call(removeEntryImage, { id })
  else await uploadImage(uploadEntryImage, { id }, image)
}

/** Whether a failed call was one of these. */
export const isImageCall = (call: string): boolean =>
  call === uploadEntryImage.id || call === removeEntryImage.id
