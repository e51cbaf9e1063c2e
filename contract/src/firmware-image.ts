/**
 * A firmware image: a gzipped tar archive (POSIX ustar) with the manifest first, then its signature
 * (Ed25519, 64 raw bytes, over the manifest's bytes), then every file that the manifest lists. Own
 * design.
 */
import * as v from 'valibot'

/** The folders of an image: the device's code, the console, the pages outside it. */
const PATH = /^(device|console|device-pages)(\/[\w-][\w.-]*)+$/

export const imageManifest = v.object({
  format: v.literal(1),
  version: v.pipe(v.string(), v.regex(/^\d{1,3}(\.\d{1,5}){1,3}$/)),
  /** `Nov 20 2026 09:12`. */
  buildDate: v.pipe(v.string(), v.maxLength(32)),
  /** Product numbers; empty for all products. */
  products: v.array(v.string()),
  /** The size of each file in bytes and its digest (SHA-256, hexadecimal), by path. */
  files: v.record(
    v.pipe(v.string(), v.maxLength(200), v.regex(PATH)),
    v.object({
      size: v.pipe(v.number(), v.integer(), v.minValue(0)),
      sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
})

export type ImageManifest = v.InferOutput<typeof imageManifest>
