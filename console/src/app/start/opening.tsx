import { DeviceFault } from '@lintel/contract/fault'
import { firmwareOf } from '@lintel/contract/firmware'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../device.ts'
import { firmware } from '../firmware.ts'
import { queryClient } from '../query-client.ts'
import { dateQuery, parametersQuery } from '../queries.ts'
import { me } from '../session/me.ts'
import { languageOf, lastLanguage, loadShellWords, rememberLanguage } from '../words/words.ts'
import { brand } from './brand.ts'
import { Running } from './running.tsx'
import { LANGUAGE, start } from './start.ts'
import { StartFailed, StartPage } from './start-page.tsx'

type State =
  | { phase: 'starting' }
  | { phase: 'failed'; failure: unknown }
  | { phase: 'noRole'; user: string }
  | { phase: 'running' }

/** From an empty page to the running app, or to why it can't run. */
export function Opening() {
  const [state, setState] = useState<State>({ phase: 'starting' })

  useEffect(() => {
    if (state.phase !== 'starting') return undefined
    let left = false
    async function begin() {
      const next = await open().catch((failure: unknown): State => ({ phase: 'failed', failure }))
      if (!left && next) setState(next)
    }
    void begin()
    return () => {
      left = true
    }
  }, [state.phase])

  function retry() {
    setState({ phase: 'starting' })
  }

  if (state.phase === 'starting') return <StartPage />
  if (state.phase === 'failed') return <StartFailed failure={state.failure} onRetry={retry} />
  if (state.phase === 'noRole') return <StartFailed user={state.user} onRetry={retry} />
  return (
    <QueryClientProvider client={queryClient}>
      <Running />
    </QueryClientProvider>
  )
}

/** The start-up; undefined when the browser is on its way to another page. */
async function open(): Promise<State | undefined> {
  // The words of the last visit come while the device is asked; mostly they are the right ones.
  loadShellWords(lastLanguage()).catch(() => undefined)
  try {
    const result = await start(client, {
      onInitial: async (values) => {
        firmware.set(firmwareOf(values))
        const language = languageOf(values.get(LANGUAGE))
        rememberLanguage(language)
        await loadShellWords(language)
      },
      loadLists: (role) =>
        Promise.all([
          queryClient.prefetchQuery(parametersQuery(role)),
          role === 'admin' && queryClient.prefetchQuery(dateQuery),
        ]),
    })
    if (result.kind === 'noRole') return { phase: 'noRole', user: result.user }
    if (result.kind === 'started') {
      brand.set(result.brand)
      me.set(result.user)
      return { phase: 'running' }
    }
    location.reload()
  } catch (failure) {
    if (!(failure instanceof DeviceFault) || failure.kind !== 'signedOut') throw failure
    location.assign('/sign-in')
  }
  return undefined
}
