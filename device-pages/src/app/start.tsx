import { pickLanguage } from '@lintel/contract/languages'
import '@lintel/ui/tokens.css'
import '@lintel/ui/base.css'
import type { MessageId } from '@lintel/contract/messages'
import type { ParameterPrefix } from '@lintel/contract/parameters/all'
import { I18n } from '@lintel/ui/i18n'
import { Loading, LoadFailed } from '@lintel/ui/loading'
import { loadWords } from '@lintel/ui/words'
import type { ByLanguage, Words } from '@lintel/ui/words'
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
  /** Its messages, from a module that names its catalogues (`./words.ts?languages`). */
  languages: ByLanguage<Pick<Words, 'words'>>
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
  const [spoken, setSpoken] = useState<Words>()
  const [about, setAbout] = useState<About>()
  const [fault, setFault] = useState<unknown>()

  useEffect(() => {
    if (fault !== undefined || about !== undefined) return undefined
    let left = false
    async function showFirstWords() {
      const words = await loadWords(languages, pickLanguage(navigator.languages))
      if (!left) setSpoken((known) => known ?? words)
    }
    async function open() {
      // The browser's language until the device has reported its own.
      const waiting = showFirstWords()
      try {
        const result = await readAbout(device, groups)
        setFirmware(result.values)
        const words = await loadWords(languages, result.language)
        if (left) return
        setSpoken(words)
        setAbout(result)
      } catch (cause) {
        await waiting.catch(() => undefined)
        if (!left) setFault(cause)
      }
    }
    void open()
    return () => {
      left = true
    }
  }, [languages, groups, about, fault])

  if (!spoken) return null
  return (
    <I18n language={spoken.language} catalogues={spoken.words}>
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
