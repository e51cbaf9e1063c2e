/**
 * An id for a new entry. The console chooses it, so that a save whose answer was lost can be
 * repeated without a second entry. `crypto.randomUUID` is missing on plain HTTP.
 */
export const newEntryId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
