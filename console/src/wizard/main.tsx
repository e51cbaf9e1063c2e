import { createClient } from '@lintel/contract/client'
import { atSite, SETUP_PATH } from '@lintel/contract/site'
import '@lintel/ui/tokens.css'
import '@lintel/ui/base.css'
import '../opening.css'
import { I18n } from '@lintel/ui/i18n'
import { loadMessages } from '@lintel/ui/load-messages'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { browser } from './environment.ts'
import { WizardPage } from './wizard-page.tsx'
import { noteLeft } from './note-left.ts'
import { createWizard } from './wizard.ts'
import { languages } from './catalogues.ts?languages'

// A device that has to be set up was reset: the console that opens here has nothing to report.
history.replaceState(null, '')

const wizard = createWizard({ client: createClient(), ...browser })
wizard.state.subscribe(() => {
  const state = wizard.state.get()
  noteLeft(sessionStorage, state)
  // There a reload continues; the console's own address opens the console from now on.
  const there = atSite(SETUP_PATH)
  if (state.root === 'set' && location.pathname !== there) {
    history.replaceState(null, '', there + location.hash)
  }
})
void wizard.load()

const { language, catalogues } = await loadMessages(languages, browser.language())
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <I18n language={language} catalogues={catalogues}>
        <WizardPage wizard={wizard} />
      </I18n>
    </StrictMode>,
  )
  root.hidden = false
  document.getElementById('opening')?.remove()
}
