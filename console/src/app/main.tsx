import '@lintel/ui/tokens.css'
import '@lintel/ui/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { followRestart } from './restart/device-restart.ts'
import { loadFirstWords } from './words/words.ts'

// Before anything is asked: a device that restarts is left alone.
followRestart()

const root = document.getElementById('root')
if (root) {
  // It begins at once, and is seen with its first words.
  root.hidden = true
  createRoot(root).render(<App />)
  await loadFirstWords()
  root.hidden = false
}
