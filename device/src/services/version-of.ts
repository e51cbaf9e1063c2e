import { createHash } from 'node:crypto'

/** The version of a small record, for ETag and If-Match: a hash of its content. */
export const versionOf = (record: object | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify(record ?? null))
    .digest('base64url')
    .slice(0, 22)
