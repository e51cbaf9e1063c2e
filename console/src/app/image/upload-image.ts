import type { InputOf, UploadCall } from '@lintel/contract/call'
import { createStore } from '@lintel/ui/store'
import { files } from '../upload/upload.ts'

/** How much of an image has been sent, in bytes; undefined while none is being sent. */
export const sending = createStore<{ image: File; sent: number; total: number } | undefined>(
  undefined,
)

/** Uploads an image, while `ImageField` shows how far it is. */
export async function uploadImage<C extends { kind: UploadCall['kind'] }>(
  call: C,
  input: InputOf<C>,
  image: File,
): Promise<void> {
  const onProgress = (sent: number, total: number) => sending.set({ image, sent, total })
  try {
    await files.upload(call, input, image, { onProgress })
  } finally {
    sending.set(undefined)
  }
}
