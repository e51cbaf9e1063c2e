import '@lintel/ui/tokens.css'
import '@lintel/ui/base.css'
import { pickLanguage } from '@lintel/contract/languages'
import { I18n } from '@lintel/ui/i18n'
import { ToastRegion } from '@lintel/ui/toast-region'
import { loadMessages } from '@lintel/ui/load-messages'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Bench } from './bench.tsx'
import { languages } from './catalogues.ts?languages'

const { language, catalogues } = await loadMessages(languages, pickLanguage(navigator.languages))
const root = document.querySelector('#root')
if (!root) throw new Error('The page has no root element.')

createRoot(root).render(
  <StrictMode>
    <I18n language={language} catalogues={catalogues}>
      <Bench />
      <ToastRegion />
    </I18n>
  </StrictMode>,
)
