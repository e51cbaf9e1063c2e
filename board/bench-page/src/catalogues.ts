import type { Catalogue } from '@lintel/ui/i18n'
import happened from '@lintel/contract/messages/happened/en.json'
import kit from '@lintel/ui/messages/ui/en.json'
import validation from '@lintel/contract/messages/validation/en.json'
import bench from '../../messages/bench/en.json'

/** The messages of the bench and of the kit. */
export const catalogues: readonly Catalogue[] = [kit, validation, bench, happened]
