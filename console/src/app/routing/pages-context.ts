import { createContext, use } from 'react'
import type { Page, Row } from './page-table.ts'

/** Every page of the console; `Running` provides it. */
export const PagesContext = createContext<readonly (Row | Page)[]>([])

/**
 * Every page of the console. `pages.ts` imports the pages, so a page that imported `pages.ts` would
 * create an import cycle.
 */
export const usePages = (): readonly (Row | Page)[] => use(PagesContext)
