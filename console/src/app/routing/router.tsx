import type { AnyRouter, RouteComponent } from '@tanstack/react-router'
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
} from '@tanstack/react-router'
import { isOpen } from './page-table.ts'
import type { Page, Viewpoint } from './page-table.ts'
import { PageHost } from './page-host.tsx'

export interface RouterOptions {
  pages: readonly Page[]
  /** Read at each navigation, because the device may change. */
  viewpoint: () => Viewpoint
  shell: RouteComponent
  /** Told why somebody was sent to the overview: a message id. OPEN-03. */
  onTurnedAway: (messageId: string) => void
}

/** The router: one hash route per page of the table, each with its guard. A §2. */
export function createAppRouter(options: RouterOptions): AnyRouter {
  const root = createRootRoute({ component: options.shell })

  function turnAway(messageId: string): never {
    options.onTurnedAway(messageId)
    // oxlint-disable-next-line typescript/only-throw-error -- the router's own way to redirect
    throw redirect({ to: '/', replace: true })
  }

  const routes = options.pages.map((page) =>
    createRoute({
      getParentRoute: () => root,
      path: page.path,
      beforeLoad: () => {
        if (page.path !== '/' && !isOpen(page, options.viewpoint())) turnAway('shell.noAccess')
      },
      component: () => <PageHost page={page} />,
    }),
  )
  const unknown = createRoute({
    getParentRoute: () => root,
    path: '$',
    beforeLoad: () => turnAway('shell.pageNotFound'),
  })
  return createRouter({
    routeTree: root.addChildren([...routes, unknown]),
    history: createHashHistory(),
    defaultPreload: false,
  })
}
