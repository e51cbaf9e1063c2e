/** The image of an entry, as the forms hold it. Source: specification B §5, B §7. */
import { checkImage } from '@lintel/contract/rules/phonebook'
import { problem } from '@lintel/contract/rules/problem'
import type { Problem } from '@lintel/contract/rules/problem'

/** A file to upload, the address of the stored image, or nothing for no image. */
export type ImageValue = File | string

export type ImageValues = { image: ImageValue }

/** What the first bytes of a file said, which a form can't wait for. */
const problems = new WeakMap<File, Problem>()

/** Checks size and first bytes of a chosen file, for `imageProblem`. */
export async function inspectImage(file: File): Promise<void> {
  const start = await firstBytes(file)
  const found = start ? checkImage(file.size, start) : problem('image.unreadable')
  if (found) rejectImage(file, found)
}

/** Undefined if the file is gone or has changed since it was chosen. */
async function firstBytes(file: File): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, 4).arrayBuffer())
  } catch {
    return undefined
  }
}

/** Marks a file as none that can be saved. The first reason stays. */
export function rejectImage(file: File, found: Problem): void {
  if (!problems.has(file)) problems.set(file, found)
}

/** The problem of the chosen file, once it has been inspected. */
export const imageProblem = (value: ImageValue): Problem | undefined =>
  typeof value === 'string' ? undefined : problems.get(value)

/**
 * Whether the device has the image that was to be stored. What is in a stored image is not known,
 * so a file counts as stored if there is an image.
 * @param stored the address of the image on the device
 */
export const hasImage = (stored: string, sent: ImageValue): boolean =>
  typeof sent === 'string' ? stored === sent : stored !== ''

/**
 * Whether that is certain.
 * @param before the image that the person has seen
 */
export const provesImage = (stored: string, sent: ImageValue, before: ImageValue): boolean =>
  hasImage(stored, sent) && (typeof sent === 'string' || before === '')
