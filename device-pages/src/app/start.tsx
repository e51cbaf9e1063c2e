import '@lintel/ui/tokens.css'
import '@lintel/ui/base.css'
import { pickLanguage } from '@lintel/contract/languages'
import type { MessageId } from '@lintel/contract/messages'
import type { ParameterPrefix } from '@lintel/contract/parameters/all'
import { I18n } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { loadMessages } from '@lintel/ui/load-messages'
import type { ByLanguage, Messages } from '@lintel/ui/load-messages'
import type { ComponentType } from 'react'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { readAbout } from './about.ts'
import type { About } from './about.ts'
import { device, setFirmware } from './device.ts'
import { PageFrame } from './page-frame.tsx'
import styles from './start.module.css'

export interface PageProps {
  about: About
}

interface PageOptions {
  /** The message id of the document's title. */
  titleId: MessageId
  /** Its messages, from a module that names its catalogues (`./catalogues.ts?languages`). */
  languages: ByLanguage<Pick<Messages, 'catalogues'>>
  /** Parameters that it needs in addition to those of every page. */
  groups?: readonly ParameterPrefix[]
  Page: ComponentType<PageProps>
}

/**
 * Renders the page into the document: a loading state, then the page or the reason for a failure.
 */
export function startPage(options: PageOptions): void {
  const root = document.getElementById('root')
  if (root) {
    createRoot(root).render(
      <StrictMode>
        <Opening {...options} />
      </StrictMode>,
    )
  }
}

function Opening({ titleId, languages, groups, Page }: PageOptions) {
  const [messages, setMessages] = useState<Messages>()
  const [about, setAbout] = useState<About>()
  const [fault, setFault] = useState<unknown>()

  useEffect(() => {
    if (fault !== undefined || about !== undefined) return undefined
    let unmounted = false
    async function showFirstMessages() {
      const first = await loadMessages(languages, pickLanguage(navigator.languages))
      if (!unmounted) setMessages((current) => current ?? first)
    }
    async function open() {
      // The browser's language until the device has reported its own.
      const first = showFirstMessages()
      try {
        const result = await readAbout(device, groups)
        setFirmware(result.values)
        const loaded = await loadMessages(languages, result.language)
        if (unmounted) return
        setMessages(loaded)
        setAbout(result)
      } catch (cause) {
        await first.catch(() => undefined)
        if (!unmounted) setFault(cause)
      }
    }
    void open()
    return () => {
      unmounted = true
    }
  }, [languages, groups, about, fault])

  if (!messages) return null
  return (
    <I18n language={messages.language} catalogues={messages.catalogues}>
      {about ? (
        <PageFrame titleId={titleId} about={about}>
          <Page about={about} />
        </PageFrame>
      ) : (
        <main className={styles['opening']}>
          {fault === undefined ? (
            <Loading />
          ) : (
            <LoadFailed fault={fault} onRetry={() => setFault(undefined)} />
          )}
        </main>
      )}
    </I18n>
  )
}
