import type { LanguageCode } from '@lintel/contract/languages'
import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { I18n, useLanguage } from './i18n.tsx'
import { loadMessages } from './load-messages.tsx'
import type { ByLanguage, Messages } from './load-messages.tsx'

type Languages = ByLanguage<Pick<Messages, 'catalogues'>>

const loaded = new WeakMap<Languages, Map<LanguageCode, Promise<Messages>>>()

function messagesIn(languages: Languages, language: LanguageCode): Promise<Messages> {
  const known = loaded.get(languages) ?? new Map<LanguageCode, Promise<Messages>>()
  loaded.set(languages, known)
  const promise = known.get(language) ?? loadMessages(languages, language)
  known.set(language, promise)
  return promise
}

/**
 * A part that the page works without, with messages that only it needs. It is empty until they have
 * loaded, and stays so if they don't.
 * @param props.languages those of a module with messages (`…?languages`)
 */
export function WithMessages(props: { languages: Languages; children: ReactNode }) {
  const { languages, children } = props
  const language = useLanguage()
  const [messages, setMessages] = useState<Messages>()
  useEffect(() => {
    let left = false
    async function load() {
      const read = await messagesIn(languages, language).catch(() => undefined)
      if (!left) setMessages(read)
    }
    void load()
    return () => {
      left = true
    }
  }, [languages, language])
  return messages && <I18n catalogues={messages.catalogues}>{children}</I18n>
}
