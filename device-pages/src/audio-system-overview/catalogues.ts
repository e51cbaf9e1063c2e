import type { Catalogue } from '@lintel/ui/i18n'
import account from '@lintel/ui/messages/account/en.json'
import kit from '@lintel/ui/messages/ui/en.json'
import site from '../../messages/audio-manager/en.json'
import page from '../../messages/audio-system-overview/en.json'
import frame from '../../messages/frame/en.json'

/** The messages of the page, of audio sites, its frame and the kit. */
export const catalogues: readonly Catalogue[] = [kit, account, frame, site, page]
