import validation from '@lintel/contract/messages/validation/en.json'
import type { Catalogue } from '@lintel/ui/i18n'
import account from '@lintel/ui/messages/account/en.json'
import kit from '@lintel/ui/messages/ui/en.json'
import camera from '../../messages/camera-settings/en.json'
import frame from '../../messages/frame/en.json'
import page from '../../messages/media-profiles/en.json'

/** The messages of the page, of the camera's settings, of the frame, the rules and the kit. */
export const catalogues: readonly Catalogue[] = [kit, account, validation, camera, frame, page]
