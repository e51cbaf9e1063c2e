/** Adds an entry to the bench's log. Its text is `happened.<id>` in the bench's catalogue. */
export type Happened = (id: string, values?: Record<string, string | number>) => void
