import '@lintel/ui/tokens.css'
import '@lintel/ui/base.css'
import { pickLanguage } from '@lintel/contract/languages'
import { I18n } from '@lintel/ui/i18n'
import { loadWords } from '@lintel/ui/words'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Parts } from './parts.tsx'
import { languages } from './words.ts?languages'

const { language, words } = await loadWords(languages, pickLanguage(navigator.languages))
const root = document.querySelector('#root')
if (!root) throw new Error('The page has no root element.')

createRoot(root).render(
  <StrictMode>
    <I18n language={language} catalogues={words}>
      <Parts />
    </I18n>
  </StrictMode>,
)
