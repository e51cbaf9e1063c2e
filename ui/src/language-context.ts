import type { LanguageCode } from '@lintel/contract/languages'
import { createContext } from 'react'
import type { Catalogue } from './i18n.tsx'

/** The words of the provider around. */
export const MessagesContext = createContext<Catalogue>({})

export const LanguageContext = createContext<LanguageCode>('en')
