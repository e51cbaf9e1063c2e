import { Skeleton } from '@lintel/ui/skeleton'
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

/** The route of the address for the signed-in person. */
export function useRoute(): Route {
  return routeOf(usePages(), usePath(), useViewpoint())
}

/**
 * The page of the address. Without access, or for an unknown address, the person is sent to the
 * overview with a notice.
 */
export function OpenPage() {
  const path = usePath()
  const route = useRoute()
  // Waits for what the device has not answered yet.
  const coming = useIsFetching({ queryKey: capabilitiesQuery.queryKey }) > 0
  const waits = coming && 'denied' in route && route.denied === 'shell.notTold'
  const reason = 'denied' in route && !waits ? route.denied : undefined

  useEffect(() => {
    if (reason === undefined) return
    deniedNotice.set(reason)
    history.navigate(paths.overview(), { replace: true, force: true })
  }, [reason])

  if (waits) return <Skeleton shape="page" />
  return 'page' in route ? (
    <ParamsContext value={route.params}>
      <PageHost key={path} page={route.page} />
    </ParamsContext>
  ) : null
}
