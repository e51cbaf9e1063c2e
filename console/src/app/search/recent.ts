import { keyOfDevice } from '@lintel/contract/site'

const KEY = keyOfDevice('lintel.recent')
/** How many pages are remembered. */
const MOST = 6
/** Pages of one thing are as good as their list, and everybody comes from the overview. */
const NOT_NOTED = /\$|^\/(?:search)?$/

/** Remembers a page that was opened, by its path in the page table, until the browser is closed. */
export function notePage(path: string): void {
  if (NOT_NOTED.test(path)) return
  const paths = [path, ...recentPages().filter((other) => other !== path)]
  sessionStorage.setItem(KEY, JSON.stringify(paths.slice(0, MOST)))
}

/** The paths of the pages that were opened, the last one first. */
export function recentPages(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((path) => typeof path === 'string') : []
  } catch {
    return []
  }
}
