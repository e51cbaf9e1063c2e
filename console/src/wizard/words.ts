import type { Catalogue } from '@lintel/ui/i18n'
import kit from '@lintel/ui/messages/ui/en.json'
import validation from '@lintel/contract/messages/validation/en.json'
import setup from '../../messages/setup/en.json'
import wizard from '../../messages/wizard/en.json'

/** The words of the wizard, of the kit, and of what the wizard shares with pages of the console. */
export const words: readonly Catalogue[] = [kit, validation, setup, wizard]
