import '@lintel/ui/tokens.css'
import '@lintel/ui/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { followRestart } from './restart/device-restart.ts'

// Before anything is asked: a device that restarts is left alone.
followRestart()

const root = document.getElementById('root')
if (root) createRoot(root).render(<App />)
