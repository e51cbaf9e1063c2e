import { readFile } from 'node:fs/promises'
import { decodeClip } from '../decode.ts'
import type { ClipDecoder } from '../decoder.ts'
import { Unplayable } from '../unplayable.ts'

const read = (file: string) =>
  readFile(file).catch(() => {
    throw new Unplayable('damaged')
  })

/** Decodes in the thread of the test; the device has a worker for it. */
export const DIRECT_DECODER: ClipDecoder = {
  async inspect(file) {
    const { samples: _samples, ...facts } = await decodeClip(await read(file))
    return facts
  },
  samplesOf: async (file) => (await decodeClip(await read(file))).samples,
}
