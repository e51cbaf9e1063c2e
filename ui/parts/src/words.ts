import validation from '@lintel/contract/messages/validation/en.json'
import type { Catalogue } from '@lintel/ui/i18n'
import kit from '@lintel/ui/messages/ui/en.json'

/** The words of the kit. The page itself shows samples, which are no messages. */
export const words: readonly Catalogue[] = [kit, validation]
