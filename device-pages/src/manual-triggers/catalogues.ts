import type { Catalogue } from '@lintel/ui/i18n'
import account from '@lintel/ui/messages/account/en.json'
import kit from '@lintel/ui/messages/ui/en.json'
import frame from '../../messages/frame/en.json'
import page from '../../messages/manual-triggers/en.json'

/** The messages of the page, its frame and the kit. */
export const catalogues: readonly Catalogue[] = [kit, account, frame, page]
