import { Loading } from '@lintel/ui/loading'
import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { capabilitiesQuery } from '../queries.ts'
import { deniedNotice } from '../shell/denied-notice.ts'
import { useViewpoint } from '../viewpoint.ts'
import { history, ParamsContext, usePath } from './history.ts'
import { PageHost } from './page-host.tsx'
import { usePages } from './pages-context.ts'
import { routeOf } from './route.ts'
import type { Route } from './route.ts'
import { paths } from './paths.ts'

/** Where the address leads for who is signed in. */
export function useRoute(): Route {
  return routeOf(usePages(), usePath(), useViewpoint())
}

/** The page of the address; who may not see it, or mistyped it, lands on the overview and is told. */
export function OpenPage() {
  const path = usePath()
  const route = useRoute()
  // What the device has not told yet is waited for.
  const coming = useIsFetching({ queryKey: capabilitiesQuery.queryKey }) > 0
  const waits = coming && 'denied' in route && route.denied === 'shell.notTold'
  const reason = 'denied' in route && !waits ? route.denied : undefined

  useEffect(() => {
    if (reason === undefined) return
    deniedNotice.set(reason)
    history.navigate(paths.overview(), { replace: true, force: true })
  }, [reason])

  if (waits) return <Loading />
  return 'page' in route ? (
    <ParamsContext value={route.params}>
      <PageHost key={path} page={route.page} />
    </ParamsContext>
  ) : null
}
