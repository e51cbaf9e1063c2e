import type { ReaderAtFront, ReaderLight } from '@lintel/contract/cards'

/** What is seen and heard at one of the readers, from 1; null while the device does not run. */
export const lightAt = (reader: ReaderAtFront | null, at: number): ReaderLight | null =>
  at === 1 ? reader : (reader?.others?.[at - 2] ?? null)
