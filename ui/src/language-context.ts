import { createContext } from 'react'
import type { Catalogue, Language } from './i18n.tsx'

/** The words of the provider around. */
export const MessagesContext = createContext<Catalogue>({})

export const LanguageContext = createContext<Language>('en')
