import '@lintel/ui/tokens.css'
import '@lintel/ui/base.css'
import type { Catalogue, Language } from '@lintel/ui/i18n'
import { I18n, pickLanguage } from '@lintel/ui/i18n'
import { ToastRegion } from '@lintel/ui/toast'
import { loadKitWords } from '@lintel/ui/words'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Bench } from './bench.tsx'

const words: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import('../../messages/bench/en.json'),
  de: () => import('../../messages/bench/de.json'),
}

const language = pickLanguage(navigator.languages)
const [kit, own] = await Promise.all([loadKitWords(language), words[language]()])
const root = document.querySelector('#root')
if (!root) throw new Error('The page has no root element.')

createRoot(root).render(
  <StrictMode>
    <I18n language={language} catalogues={[...kit, own.default]}>
      <Bench known={own.default} />
      <ToastRegion />
    </I18n>
  </StrictMode>,
)
