import { isOpen } from './page-table.ts'
import type { Page, Viewpoint } from './page-table.ts'

export type Params = Readonly<Record<string, string>>

/** Where an address leads: to a page, or back to the overview for a reason. OPEN-03. */
export type Route =
  | { page: Page; params: Params }
  /** Message id of the reason. */
  | { turnedAway: 'shell.noAccess' | 'shell.pageNotFound' }

/** The page of an address for this person on this device. A §2 "route guard". */
export function routeOf(pages: readonly Page[], path: string, viewpoint: Viewpoint): Route {
  for (const page of pages) {
    const params = paramsOf(page.path, path)
    if (params) {
      // The overview is where people are sent; everybody who is signed in may be there.
      const open = page.path === '/' || isOpen(page, viewpoint)
      return open ? { page, params } : { turnedAway: 'shell.noAccess' }
    }
  }
  return { turnedAway: 'shell.pageNotFound' }
}

/** The values of a pattern's `$name` parts; undefined when the path is not one of the pattern's. */
export function paramsOf(pattern: string, path: string): Params | undefined {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const value = decoded(given[at] ?? '')
    if (value === undefined) return undefined
    if (part.startsWith('$') && value !== '') params[part.slice(1)] = value
    else if (part !== value) return undefined
  }
  return params
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
