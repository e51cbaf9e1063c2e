import { useEffect } from 'react'
import { pages } from '../pages.ts'
import { turnedAway } from '../shell/turned-away.ts'
import { useViewpoint } from '../viewpoint.ts'
import { history, ParamsContext, usePath } from './history.ts'
import { PageHost } from './page-host.tsx'
import { routeOf } from './route.ts'
import type { Route } from './route.ts'

/** Where the address leads for who is signed in. */
export function useRoute(): Route {
  return routeOf(pages, usePath(), useViewpoint())
}

/** The page of the address; who may not see it, or mistyped it, lands on the overview and is told. */
export function OpenPage() {
  const path = usePath()
  const route = useRoute()
  const reason = 'turnedAway' in route ? route.turnedAway : undefined

  useEffect(() => {
    if (reason === undefined) return
    turnedAway.set(reason)
    history.navigate('/', { replace: true, force: true })
  }, [reason])

  return 'page' in route ? (
    <ParamsContext value={route.params}>
      <PageHost key={path} page={route.page} />
    </ParamsContext>
  ) : null
}
