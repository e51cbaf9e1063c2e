import { anyUnsaved } from '@lintel/ui/unsaved'
import { createContext, use } from 'react'
import { useStore } from '@lintel/ui/store'
import { createHashHistory } from './hash-history.ts'
import type { Params } from './route.ts'

/** The address of this tab. */
export const history = createHashHistory(window, anyUnsaved)

/** The path of the open page. */
export const usePath = (): string => useStore(history.path)

export const ParamsContext = createContext<Params>({})

/** A variable part of the address, `$name` in the page table. */
export const useParam = (name: string): string => use(ParamsContext)[name] ?? ''
