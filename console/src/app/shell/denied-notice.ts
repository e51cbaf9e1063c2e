import type { MessageId } from '@lintel/contract/messages'
import { createStore } from '../store.ts'

/** Why the guard sent somebody to the overview, as a message id, until it has been said. */
export const deniedNotice = createStore<MessageId | undefined>(undefined)
