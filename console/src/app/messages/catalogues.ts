import type { Catalogue } from '@lintel/ui/i18n'
import account from '@lintel/ui/messages/account/en.json'
import kit from '@lintel/ui/messages/ui/en.json'
import validation from '@lintel/contract/messages/validation/en.json'
import overview from '../../../messages/overview/en.json'
import shell from '../../../messages/shell/en.json'
import start from '../../../messages/start/en.json'

/** The messages of the start, the kit, the shell and the first page, loaded as one file. */
export const catalogues: readonly Catalogue[] = [start, kit, validation, account, shell, overview]

/** The messages of the other areas. */
export const areas = import.meta.glob<Catalogue>(
  ['../../../messages/*/en.json', '!../../../messages/{start,shell,overview,wizard}/*.json'],
  { import: 'default' },
)
