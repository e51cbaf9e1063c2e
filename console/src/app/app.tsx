import { I18n } from '@lintel/ui/i18n'
import { restart } from './restart/device-restart.ts'
import { RestartOverlay } from './restart/overlay.tsx'
import { Opening } from './start/opening.tsx'
import { useStore } from '@lintel/ui/store'
import { startMessages } from './messages/app-messages.ts'

/**
 * The console. While the device restarts, only the overlay is rendered: no page, poll or stream
 * runs underneath.
 */
export function App() {
  const pending = useStore(restart.state)
  const { language, catalogues } = useStore(startMessages)
  return (
    <I18n language={language} catalogues={catalogues}>
      {pending ? <RestartOverlay state={pending} /> : <Opening />}
    </I18n>
  )
}
