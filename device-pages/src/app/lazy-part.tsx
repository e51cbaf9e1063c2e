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

/**
 * A part of a page that loads when it is first shown, or by `preload` before that. A failure to load
 * is shown, and the page loads again by itself once the device is back.
 * @param languages the messages that only this part needs
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  languages?: ByLanguage<Pick<Messages, 'catalogues'>>,
) {
  let loaded: { Part: ComponentType<P>; catalogues: Messages['catalogues'] } | undefined
  async function read(language: LanguageCode) {
    const [Part, messages] = await Promise.all([
      load(),
      languages && loadMessages(languages, language),
    ])
    loaded = { Part, catalogues: messages?.catalogues ?? [] }
    return loaded
  }

  function LazyPart(props: P) {
    const language = useLanguage()
    const readIn = useCallback(() => read(language), [language])
    const { data, fault } = useReading(readIn)
    // Shown at once when it was loaded before, without a frame in between.
    const { Part, catalogues = [] } = data ?? loaded ?? {}
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
    /** Starts loading; the part itself shows a failure and the way to retry. */
    preload: (language: LanguageCode = 'en') => void read(language).catch(() => undefined),
  })
}

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
