import type { MessageId } from '@lintel/contract/messages'
import type { Viewpoint } from '../conditions.ts'
import { isBuilt, isOpen, mayOpen } from './page-table.ts'
import type { Page, Row } from './page-table.ts'

export type Params = Readonly<Record<string, string>>

/** The route of an address: a page, or a redirect to the overview with a reason. OPEN-03. */
export type Route =
  | { page: Page; params: Params }
  /** Message id of the reason. */
  | { denied: 'shell.noAccess' | 'shell.pageNotFound' | 'shell.pageMissing' | 'shell.notTold' }

/**
 * The route of an address for this person on this device: first whether the person has access, then
 * whether the device has the page. A §2 "route guard".
 */
export function routeOf(rows: readonly (Row | Page)[], path: string, viewpoint: Viewpoint): Route {
  for (const row of rows) {
    const params = paramsOf(row.path, path)
    if (params) return guarded(row, params, viewpoint)
  }
  return { denied: 'shell.pageNotFound' }
}

function guarded(row: Row | Page, params: Params, viewpoint: Viewpoint): Route {
  // The overview is the target of redirects, so everybody who is signed in has access.
  if (row.path !== '/' && !mayOpen(row, viewpoint)) return { denied: 'shell.noAccess' }
  const there = row.when === undefined || row.when(viewpoint)
  if (there === undefined) return { denied: 'shell.notTold' }
  if (!there) return { denied: 'shell.pageMissing' }
  return isBuilt(row) ? { page: row, params } : { denied: 'shell.pageNotFound' }
}

/** The values of a pattern's `$name` parts; undefined if the path does not match. */
export function paramsOf(pattern: string, path: string): Params | undefined {
  const wanted = pattern.split('/')
  const parts = path.split('/')
  if (wanted.length !== parts.length) return undefined
  const params: Record<string, string> = {}
  for (const [at, part] of wanted.entries()) {
    const value = decoded(parts[at] ?? '')
    if (value === undefined) return undefined
    if (part.startsWith('$') && value !== '') params[part.slice(1)] = value
    else if (part !== value) return undefined
  }
  return params
}

/** A pattern with its `$name` parts filled in. */
const filled = (pattern: string, params: Params): string =>
  pattern
    .split('/')
    .map((part) => (part.startsWith('$') ? encodeURIComponent(params[part.slice(1)] ?? '') : part))
    .join('/')

type Tab = Page & Required<Pick<Page, 'tabId'>>

const isTab = (page: Page): page is Tab => page.tabId !== undefined

/** The tabs of the page at an address that this person can open on this device, each with its own. */
export function tabsOf(
  rows: readonly (Row | Page)[],
  path: string,
  viewpoint: Viewpoint,
): { tab: Tab; nameId: MessageId; path: string }[] {
  const pages = rows.filter(isBuilt)
  const page = pages.find((row) => paramsOf(row.path, path))
  const params = page && paramsOf(page.path, path)
  return pages
    .filter(isTab)
    .filter((tab) => tab.titleId === page?.titleId && isOpen(tab, viewpoint))
    .map((tab) => ({
      tab,
      nameId: tab.otherTabId?.(viewpoint) ?? tab.tabId,
      path: filled(tab.path, params ?? {}),
    }))
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}
