/** File systems inside encrypted images. */
import type { Condition, Files, ImageFormat, Watch } from './file-system.ts'
import { identify } from './identify.ts'
import type { Contents } from './identify.ts'
import { unlock } from './luks.ts'
import { alone } from './queue.ts'
import { openCopy } from './working-copy.ts'

/** An encrypted image that has been unlocked. */
export interface UnlockedImage {
  /** What is inside. */
  contents(): Promise<Contents>
  make(format: ImageFormat, watch?: Watch): Promise<void>
  check(format: ImageFormat, watch?: Watch): Promise<Condition>
  repair(format: ImageFormat, watch?: Watch): Promise<Condition>
  preen(format: ImageFormat, watch?: Watch): Promise<Condition>
  files(format: ImageFormat): Files
  /** Locks it again. All changes are in the image already. */
  close(): Promise<void>
}

/**
 * Unlocks an image; undefined if the passphrase is wrong. Everything that is done reaches the image
 * before it is reported as done.
 * @param privateFolder For the decrypted copy if there is not enough memory; others must not be
 * able to read it.
 */
export async function openEncrypted(
  image: string,
  passphrase: string,
  privateFolder: string,
  watch: Watch = {},
): Promise<UnlockedImage | undefined> {
  const key = await unlock(image, passphrase, watch)
  if (!key) return undefined
  const copy = await openCopy(image, key, privateFolder, watch)

  /** Also when the work fails, image and copy are the same. */
  const saved = <Result>(work: () => Promise<Result>) =>
    alone(copy.path, async () => {
      try {
        return await work()
      } finally {
        await copy.save()
      }
    })

  return {
    contents: () => identify(copy.path),
    make: (format, { signal, progress } = {}) =>
      saved(() => format.make(copy.path, { signal, progress, keepRest: true })),
    check: (format, watch) => alone(copy.path, () => format.check(copy.path, watch)),
    repair: (format, watch) => saved(() => format.repair(copy.path, watch)),
    preen: (format, watch) => saved(() => format.preen(copy.path, watch)),
    files: (format) =>
      format.files(copy.path, {
        flush: () => copy.save(),
        folder: privateFolder,
      }),
    close: () => alone(copy.path, () => copy.close()),
  }
}
