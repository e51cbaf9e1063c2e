import type { Catalogue } from '@lintel/ui/i18n'
import kit from '@lintel/ui/messages/ui/en.json'
import validation from '@lintel/contract/messages/validation/en.json'
import wizard from '../../messages/wizard/en.json'

/** The words of the wizard with those of the kit. */
export const words: readonly Catalogue[] = [kit, validation, wizard]
