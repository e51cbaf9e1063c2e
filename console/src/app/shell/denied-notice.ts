import type { MessageId } from '@lintel/contract/messages'
import { createStore } from '@lintel/ui/store'

/** Message id of the reason for a redirect to the overview, until it has been shown. */
export const deniedNotice = createStore<MessageId | undefined>(undefined)
