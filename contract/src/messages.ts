import type validation from '@lintel/contract/messages/validation/en.json'

/**
 * The English texts by area. Each workspace adds its own areas in `src/messages.d.ts` (the kit in
 * `i18n.tsx`), so it knows its own message ids and those of the workspaces that it imports.
 */
export interface Catalogues {
  validation: typeof validation
}

/** The id of a message. One without an English text does not compile. */
export type MessageId = { [Area in keyof Catalogues]: keyof Catalogues[Area] }[keyof Catalogues]
