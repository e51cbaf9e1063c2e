import { createStore } from '../store.ts'

/** Why the guard sent somebody to the overview, as a message id, until it has been said. */
export const deniedNotice = createStore<string | undefined>(undefined)
