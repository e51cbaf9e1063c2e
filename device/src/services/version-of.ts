import { createHash } from 'node:crypto'

/** The version of a small record, for ETag and If-Match: the same content has the same version. */
export const versionOf = (record: object | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(record ?? null))
    .digest('base64url')
    .slice(0, 22)
