import { pickLanguage } from '@lintel/contract/languages'
import { I18n } from '@lintel/ui/i18n'
import type { Words } from '@lintel/ui/words'
import { startTransition, useEffect, useState } from 'react'
import { followEvents } from '../events/live.ts'
import { pages } from '../pages.ts'
import { useParameterValues } from '../queries.ts'
import { PagesContext } from '../routing/pages-context.ts'
import { Shell } from '../shell/shell.tsx'
import { lastLanguage, loadShellWords, rememberLanguage } from '../words/words.ts'
import { LANGUAGE } from './start.ts'
import { StartPage } from './start-page.tsx'

/** The app once the device has reported who is signed in and what it is. */
export function Running() {
  const spoken = useSpoken()
  useEffect(followEvents, [])
  if (!spoken) return <StartPage />
  return (
    <I18n language={spoken.language} catalogues={spoken.words}>
      <PagesContext value={pages}>
        <Shell />
      </PagesContext>
    </I18n>
  )
}

/** The device's language with its messages; it follows a change of the device's language. */
function useSpoken() {
  const setting = useParameterValues().get(LANGUAGE)
  // Without the parameter the language of the start-up stays.
  const language = setting === undefined ? lastLanguage() : pickLanguage([setting])
  const [spoken, setSpoken] = useState<Words>()

  useEffect(() => {
    let left = false
    async function load() {
      const words = await loadShellWords(language)
      if (left) return
      rememberLanguage(language)
      // The page keeps its content, and the focus, until the new messages have loaded.
      startTransition(() => {
        setSpoken(words)
      })
    }
    // Loaded messages are better than none.
    load().catch(() => undefined)
    return () => {
      left = true
    }
  }, [language])

  return spoken
}
