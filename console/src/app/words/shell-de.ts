import type { Catalogue } from '@lintel/ui/i18n'
import kit from '@lintel/ui/messages/ui/de.json'
import validation from '@lintel/ui/messages/validation/de.json'
import shell from '../../../messages/shell/de.json'

/** One file with the words of the kit and of the frame around the pages. */
export const words: readonly Catalogue[] = [kit, validation, shell]
