import type { Role } from '@lintel/contract/access'
import { I18n } from '@lintel/ui/i18n'
import type { Catalogue, Language } from '@lintel/ui/i18n'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { followEvents } from '../events/live.ts'
import { pages } from '../pages.ts'
import { parametersQuery, useParameterValues } from '../queries.ts'
import { queryClient } from '../query-client.ts'
import { createAppRouter } from '../routing/router.tsx'
import { me } from '../session/me.ts'
import { Shell } from '../shell/shell.tsx'
import { turnedAway } from '../shell/turned-away.ts'
import { languageOf, lastLanguage, loadShellWords, rememberLanguage } from '../words/words.ts'
import { LANGUAGE } from './start.ts'
import { StartPage } from './start-page.tsx'

/** The app once the device has told who is there and what it is. */
export function Running({ role }: { role: Role }) {
  const spoken = useSpoken()
  const [router] = useState(() => routerFor(role))
  useEffect(followEvents, [])
  if (!spoken) return <StartPage />
  return (
    <I18n language={spoken.language} catalogues={spoken.words}>
      <RouterProvider router={router} />
    </I18n>
  )
}

function routerFor(role: Role) {
  return createAppRouter({
    pages,
    viewpoint: () => ({
      groups: me.get()?.groups ?? [],
      parameters: queryClient.getQueryData(parametersQuery(role).queryKey)?.values ?? new Map(),
    }),
    shell: Shell,
    onTurnedAway: (reason) => {
      turnedAway.set(reason)
    },
  })
}

/** The device's language with its words; it follows when the device is set to another one. */
function useSpoken() {
  const setting = useParameterValues().get(LANGUAGE)
  // Without the parameter the language of the start-up stays.
  const language = setting === undefined ? lastLanguage() : languageOf(setting)
  const [spoken, setSpoken] = useState<{ language: Language; words: readonly Catalogue[] }>()

  useEffect(() => {
    let left = false
    loadShellWords(language).then(
      (words) => {
        if (left) return
        rememberLanguage(language)
        setSpoken({ language, words })
      },
      // The words that are there already are better than none.
      () => undefined,
    )
    return () => {
      left = true
    }
  }, [language])

  return spoken
}
