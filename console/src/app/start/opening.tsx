import { categoryOf } from '@lintel/contract/capabilities'
import type { Category } from '@lintel/contract/capabilities'
import { DeviceFault } from '@lintel/contract/fault'
import { pickLanguage } from '@lintel/contract/languages'
import { atSite } from '@lintel/contract/site'
import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../device.ts'
import { firmware, knowFirmware } from '../firmware.ts'
import { queryClient } from '../query-client.ts'
import { capabilitiesQuery, dateQuery, parametersQuery } from '../queries.ts'
import { history } from '../routing/history.ts'
import { me } from '../session/me.ts'
import { loadShellMessages, rememberLanguage } from '../messages/app-messages.ts'
import { returnToPage } from '../restart/return-to-page.ts'
import { confirmed } from '../trial/trial-state.ts'
import { brand } from './brand.ts'
import { belongsToAudioManager, cameFromEdge } from './elsewhere.ts'
import { Running } from './running.tsx'
import { LANGUAGE, start } from './start.ts'
import { holdTicket } from './ticket.ts'
import { Leaving, StartFailed, StartPage } from './start-page.tsx'

const ticket = holdTicket(location, history)

type State =
  | { phase: 'starting' }
  | { phase: 'failed'; failure: unknown }
  | { phase: 'noRole'; user: string }
  | { phase: 'leaving'; to: string }
  | { phase: 'running' }

/** From an empty page to the running app, or to the reason why it can't run. */
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
  if (state.phase === 'failed') {
    return <StartFailed failure={state.failure} from={ticket.from()} onRetry={retry} />
  }
  if (state.phase === 'noRole') return <StartFailed user={state.user} onRetry={retry} />
  if (state.phase === 'leaving') return <Leaving to={state.to} />
  return (
    <QueryClientProvider client={queryClient}>
      <Running />
    </QueryClientProvider>
  )
}

/** The start-up; undefined when the browser is leaving for another page. */
async function open(): Promise<State | undefined> {
  try {
    if (await ticket.redeem(client)) confirmed.set(true)
    const result = await start(client, {
      onInitial: async (values) => {
        knowFirmware(values)
        const language = pickLanguage([values.get(LANGUAGE) ?? ''])
        rememberLanguage(language)
        await loadShellMessages(language)
      },
      loadLists: (role, category) => {
        const admin = role === 'admin'
        // Pages that need them wait for them; others need not.
        if (admin && category !== 'audio') void queryClient.prefetchQuery(capabilitiesQuery)
        return Promise.all([
          queryClient.prefetchQuery(parametersQuery(role)),
          admin && queryClient.prefetchQuery(dateQuery),
        ])
      },
      belongsToAudioManager: (user) => belongsToAudioManager(client, user, cameFromEdge(location)),
    })
    if (result.kind === 'noRole') return { phase: 'noRole', user: result.user }
    if (result.kind === 'elsewhere') {
      location.replace(atSite(result.to))
      return { phase: 'leaving', to: result.to }
    }
    if (result.kind === 'started') {
      brand.set(result.brand)
      me.set(result.user)
      const { version, ownCalls } = firmware.get()
      if (result.role === 'admin' && version !== '' && !ownCalls)
        void probeFirmware(categoryOf(result.brand.ProdType))
      returnToPage()
      return { phase: 'running' }
    }
    location.reload()
  } catch (failure) {
    if (!(failure instanceof DeviceFault) || failure.kind !== 'signedOut') throw failure
    location.assign(atSite('/sign-in'))
  }
  return undefined
}

/** Finds out what firmware that is not ours lacks, so that its pages are left out. */
async function probeFirmware(category: Category): Promise<void> {
  const { probeCalls } = await import('../probe-calls.ts')
  await probeCalls(category)
}
