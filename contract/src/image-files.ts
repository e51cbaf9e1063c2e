/** The first two files of a firmware image (`firmware-image.ts`). */
export const MANIFEST_FILE = 'manifest.json'
export const SIGNATURE_FILE = 'manifest.sig'
