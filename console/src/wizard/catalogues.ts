import type { Catalogue } from '@lintel/ui/i18n'
import kit from '@lintel/ui/messages/ui/en.json'
import validation from '@lintel/contract/messages/validation/en.json'
import setup from '../../messages/setup/en.json'
import wizard from '../../messages/wizard/en.json'

/** The messages of the wizard, of the kit, and those that the wizard shares with the console. */
export const catalogues: readonly Catalogue[] = [kit, validation, setup, wizard]
