import type { Catalogue } from '@lintel/ui/i18n'
import account from '@lintel/ui/messages/account/en.json'
import kit from '@lintel/ui/messages/ui/en.json'
import validation from '@lintel/contract/messages/validation/en.json'
import overview from '../../../messages/overview/en.json'
import shell from '../../../messages/shell/en.json'
import start from '../../../messages/start/en.json'

/** One file with the words of the start, of the kit, of the frame around the pages and of the first page. */
export const words: readonly Catalogue[] = [start, kit, validation, account, shell, overview]

/** The words of the other areas. */
export const areas = import.meta.glob<Catalogue>(
  ['../../../messages/*/en.json', '!../../../messages/{start,shell,overview,wizard}/*.json'],
  { import: 'default' },
)
