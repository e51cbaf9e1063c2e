import { createStore } from '@lintel/ui/store'
import type { Brand } from './start.ts'

/** The product's names, known once the app has started. */
export const brand = createStore<Brand | undefined>(undefined)
