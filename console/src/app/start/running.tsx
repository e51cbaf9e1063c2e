import { pickLanguage } from '@lintel/contract/languages'
import { I18n } from '@lintel/ui/i18n'
import type { Messages } from '@lintel/ui/load-messages'
import { startTransition, useEffect, useState } from 'react'
import { followEvents } from '../events/live.ts'
import { lastLanguage, loadShellMessages, rememberLanguage } from '../messages/app-messages.ts'
import { pages } from '../pages.ts'
import { useParameterValues } from '../queries.ts'
import { resumeStorage } from '../resume-storage.ts'
import { PagesContext } from '../routing/pages-context.ts'
import { Shell } from '../shell/shell.tsx'
import { LANGUAGE } from './start.ts'
import { StartPage } from './start-page.tsx'

/** The app once the device has reported who is signed in and what it is. */
export function Running() {
  const messages = useMessages()
  useEffect(followEvents, [])
  useEffect(resumeStorage, [])
  if (!messages) return <StartPage />
  return (
    <I18n language={messages.language} catalogues={messages.catalogues}>
      <PagesContext value={pages}>
        <Shell />
      </PagesContext>
    </I18n>
  )
}

/** The messages in the device's language; they follow a change of it. */
function useMessages() {
  const setting = useParameterValues().get(LANGUAGE)
  // If the device has none, the language of the start-up stays.
  const language = setting ? pickLanguage([setting]) : lastLanguage()
  const [messages, setMessages] = useState<Messages>()

  useEffect(() => {
    let left = false
    async function load() {
      const loaded = await loadShellMessages(language)
      if (left) return
      rememberLanguage(language)
      // The page keeps its content, and the focus, until the new messages have loaded.
      startTransition(() => {
        setMessages(loaded)
      })
    }
    // Loaded messages are better than none.
    load().catch(() => undefined)
    return () => {
      left = true
    }
  }, [language])

  return messages
}
