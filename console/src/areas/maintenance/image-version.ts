import { MANIFEST_FILE } from '@lintel/contract/image-files'
import { textsIn } from '../../app/upload/archive-start.ts'

/** What a firmware image says about itself. Only the device can verify it. */
export interface ImageFacts {
  version: string
  /** As written in the image; empty if it isn't there. */
  buildDate: string
  /** Product numbers; empty for all products. */
  products: readonly string[]
}

/** From the first file of an image; undefined for files in another format. */
export async function imageFacts(file: Blob): Promise<ImageFacts | undefined> {
  const texts = await textsIn(file, [MANIFEST_FILE], { only: true })
  const { version, buildDate, products } = manifestIn(texts.get(MANIFEST_FILE) ?? '')
  if (typeof version !== 'string' || !/^[\d.]+$/.test(version)) return undefined
  return {
    version,
    buildDate: typeof buildDate === 'string' ? buildDate : '',
    products: Array.isArray(products) ? products.map(String) : [],
  }
}

/** The version alone. */
export const imageVersion = async (file: Blob): Promise<string | undefined> =>
  (await imageFacts(file))?.version

function manifestIn(text: string): Partial<Record<keyof ImageFacts, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Partial<Record<keyof ImageFacts, unknown>>
  } catch {
    return {}
  }
}
