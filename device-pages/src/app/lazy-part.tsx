import { systemReady } from '@lintel/contract/calls/system'
import type { LanguageCode } from '@lintel/contract/languages'
import { Button } from '@lintel/ui/button'
import { I18n, useLanguage, useText } from '@lintel/ui/i18n'
import { loadMessages } from '@lintel/ui/load-messages'
import type { ByLanguage, Messages } from '@lintel/ui/load-messages'
import { Loading } from '@lintel/ui/loading'
import { Notice } from '@lintel/ui/notice'
import { anyUnsaved } from '@lintel/ui/unsaved'
import type { ComponentType } from 'react'
import { useCallback, useEffect, useState } from 'react'
import { device } from './device.ts'
import { useReading } from './reading.ts'
import { POLL_TIMEOUT, RECONNECT_INTERVAL } from './timing.ts'

/** A module with messages (`…?languages`), which loads with the part. */
type LoadLanguages = () => Promise<{ languages: ByLanguage<Pick<Messages, 'catalogues'>> }>

/**
 * A part of a page that loads when it is first shown, or by `preload` before that. A failure to load
 * is shown, and the page loads again by itself once the device is back.
 * @param languages the messages that only this part needs
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  languages?: LoadLanguages,
) {
  let loaded: ({ Part: ComponentType<P> } & Messages) | undefined
  async function read(language: LanguageCode) {
    const [Part, messages] = await Promise.all([load(), messagesIn(language)])
    loaded = { Part, language, catalogues: messages }
    return loaded
  }
  async function messagesIn(language: LanguageCode): Promise<Messages['catalogues']> {
    if (!languages) return []
    return (await loadMessages((await languages()).languages, language)).catalogues
  }

  function LazyPart(props: P) {
    const language = useLanguage()
    const readIn = useCallback(() => read(language), [language])
    const { data, fault } = useReading(readIn)
    // Shown at once when it was loaded before, without a frame in between.
    const before = loaded?.language === language || !languages ? loaded : undefined
    const { Part, catalogues = [] } = data ?? before ?? {}
    if (Part && !languages) return <Part {...props} />
    if (Part) {
      return (
        <I18n catalogues={catalogues}>
          <Part {...props} />
        </I18n>
      )
    }
    return fault === undefined ? <Loading /> : <PartFailed />
  }

  return Object.assign(LazyPart, {
    /**
     * Starts loading; the part itself shows a failure and the way to retry.
     * @param language of the page, for a part with messages
     */
    preload: (language: LanguageCode = 'en') => void read(language).catch(() => undefined),
  })
}

/**
 * The same for a form and something large that it needs, which load at the same time.
 * @param loadMore the props that the form gets besides those of its page
 */
export const lazyForm = <P extends object, W extends Partial<P>>(
  load: () => Promise<ComponentType<P>>,
  loadMore: () => Promise<W>,
  languages?: LoadLanguages,
) =>
  lazyPart<Omit<P, keyof W>>(async () => {
    const [Form, more] = await Promise.all([load(), loadMore()])
    return (props) => <Form {...({ ...props, ...more } as unknown as P)} />
  }, languages)

const ask = (signal: AbortSignal) =>
  device.call(systemReady, { timeout: 0 }, { signal, timeoutMs: POLL_TIMEOUT })

/**
 * Only a reload can request a part again, because browsers remember a failed module. It comes by
 * itself when the device was gone and answers again, unless it would lose something unsaved.
 */
function PartFailed() {
  const text = useText()
  const { fault } = useReading(ask, RECONNECT_INTERVAL)
  const gone = fault !== undefined
  const [wasGone, setWasGone] = useState(false)
  if (gone && !wasGone) setWasGone(true)
  const back = wasGone && !gone
  useEffect(() => {
    if (back && !anyUnsaved()) location.reload()
  }, [back])
  return (
    <Notice
      status="crit"
      title={text('ui.loadFailed')}
      action={<Button onClick={() => location.reload()}>{text('ui.retry')}</Button>}
    >
      {gone ? text('ui.loadsWhenBack') : undefined}
    </Notice>
  )
}
