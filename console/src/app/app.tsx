import { I18n } from '@lintel/ui/i18n'
import { restart } from './restart/device-restart.ts'
import { RestartOverlay } from './restart/overlay.tsx'
import { Opening } from './start/opening.tsx'
import { useStore } from './store.ts'
import { lastLanguage } from './words/words.ts'
import { startWords } from './words/start.ts'

/**
 * The console. While the device restarts there is the overlay and nothing else: no page, no poll,
 * no stream goes on underneath.
 */
export function App() {
  const pending = useStore(restart.state)
  const language = lastLanguage()
  return (
    <I18n language={language} catalogues={[startWords[language]]}>
      {pending ? <RestartOverlay state={pending} /> : <Opening />}
    </I18n>
  )
}
