import type { Catalogue } from '@lintel/ui/i18n'
import kit from '@lintel/ui/messages/ui/en.json'
import validation from '@lintel/contract/messages/validation/en.json'
import datetime from '../../messages/datetime/en.json'
import network from '../../messages/network/en.json'
import wizard from '../../messages/wizard/en.json'

/** The words of the wizard with those of the kit and of the two pages that ask the same. */
export const words: readonly Catalogue[] = [kit, validation, network, datetime, wizard]
