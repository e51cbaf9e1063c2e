import '@lintel/ui/tokens.css'
import '@lintel/ui/base.css'
import '../opening.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { followRestart } from './restart/device-restart.ts'
import { loadFirstMessages } from './messages/app-messages.ts'

// Before the first request: a restarting device is left alone.
followRestart()

const root = document.getElementById('root')
if (root) {
  // Starts at once, and is visible when its first messages have loaded.
  createRoot(root).render(<App />)
  await loadFirstMessages()
  root.hidden = false
  document.getElementById('opening')?.remove()
}
