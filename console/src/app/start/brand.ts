import { createStore } from '../store.ts'
import type { Brand } from './start.ts'

/** What the product is called, from the start-up on. */
export const brand = createStore<Brand | undefined>(undefined)
