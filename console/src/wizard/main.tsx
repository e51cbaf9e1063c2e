import { createClient } from '@lintel/contract/client'
import '@lintel/ui/tokens.css'
import '@lintel/ui/base.css'
import { I18n, pickLanguage } from '@lintel/ui/i18n'
import { loadKitWords } from '@lintel/ui/words'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { browser } from './surroundings.ts'
import { WizardPage } from './wizard-page.tsx'
import { createWizard } from './wizard.ts'
import { loadWords } from './words.ts'

/** Nobody has signed in, so the device's language can't be asked: the browser's counts. */
const language = pickLanguage(navigator.languages)
const wizard = createWizard({ client: createClient(), ...browser })
void wizard.load()

const [kitWords, words] = await Promise.all([loadKitWords(language), loadWords(language)])
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <I18n language={language} catalogues={[...kitWords, words]}>
        <WizardPage wizard={wizard} />
      </I18n>
    </StrictMode>,
  )
}
