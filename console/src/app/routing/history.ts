import { anyUnsaved } from '@lintel/ui/unsaved'
import { createContext, use } from 'react'
import { useStore } from '../store.ts'
import { createHashHistory } from './hash-history.ts'
import type { Params } from './route.ts'

/** The address of this tab. */
export const history = createHashHistory(window, anyUnsaved)

/** The path of the page that is open. */
export const usePath = (): string => useStore(history.path)

export const ParamsContext = createContext<Params>({})

/** A part of the address that varies, `$name` in the page table. */
export const useParam = (name: string): string => use(ParamsContext)[name] ?? ''
