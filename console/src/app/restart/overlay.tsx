import type { LanguageCode } from '@lintel/contract/languages'
import { Button } from '@lintel/ui/button'
import { I18n, useLanguage, useText } from '@lintel/ui/i18n'
import type { Catalogue } from '@lintel/ui/i18n'
import { usePromise } from '@lintel/ui/lazy'
import { FullScreen } from '@lintel/ui/overlay'
import type { ComponentType } from 'react'
import { useMemo } from 'react'
import { loadAreaMessages } from '../messages/app-messages.ts'
import { restart } from './device-restart.ts'
import type { RestartState } from './restart.ts'

interface Cover {
  Content: ComponentType<{ state: RestartState }>
  messages: Catalogue
}

const covers = new Map<LanguageCode, Promise<Cover | undefined>>()

/**
 * Loads what the overlay shows, once per language; undefined if that fails. Nothing loads while the
 * device is away, so this is called before a restart.
 */
export function loadCover(language: LanguageCode): Promise<Cover | undefined> {
  let promise = covers.get(language)
  if (!promise) {
    promise = Promise.all([import('./cover.tsx'), loadAreaMessages('restart', language)]).then(
      ([{ Cover: Content }, messages]) => ({ Content, messages }),
      () => {
        // The next restart tries again.
        covers.delete(language)
        return undefined
      },
    )
    covers.set(language, promise)
  }
  return promise
}

const NONE: Catalogue = {}

/**
 * Covers the page while the device restarts. A §4 Restart overlay. If the rest of it can't load, it
 * still shows what happens.
 */
export function RestartOverlay({ state }: { state: RestartState }) {
  const language = useLanguage()
  const cover = usePromise(useMemo(() => loadCover(language), [language]))
  return (
    <I18n catalogues={[cover?.messages ?? NONE]}>
      <Titled state={state} Content={cover?.Content} />
    </I18n>
  )
}

function Titled({
  state,
  Content,
}: {
  state: RestartState
  Content: Cover['Content'] | undefined
}) {
  const text = useText()
  const { flag, phase } = state
  const back = Content && (phase === 'upgraded' || phase === 'trying')
  return (
    <FullScreen title={text(back ? `restart.${phase}` : `restart.${flag.type ?? 'unknown'}.title`)}>
      {Content ? (
        <Content state={state} />
      ) : (
        <>
          <p>{text('restart.unknown.note')}</p>
          {state.closable && <Button onClick={restart.close}>{text('ui.close')}</Button>}
        </>
      )}
    </FullScreen>
  )
}
