import validation from '@lintel/contract/messages/validation/en.json'
import type { Catalogue } from '@lintel/ui/i18n'
import kit from '@lintel/ui/messages/ui/en.json'

/** The messages of the kit. The texts of the page itself are samples, not messages. */
export const catalogues: readonly Catalogue[] = [kit, validation]
