import type { HappeningId } from '@lintel/contract/wire'

/** Adds an entry to the bench's log. */
export type LogToBench = (id: HappeningId, values?: Record<string, string | number>) => void
