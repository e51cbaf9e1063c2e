import { roleOf } from '@lintel/contract/access'
import { useLanguage } from '@lintel/ui/i18n'
import { usePromise } from '@lintel/ui/lazy'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { loadChunk } from '../chunk.ts'
import type { Viewpoint } from '../conditions.ts'
import { isBuilt, isOpen } from '../routing/page-table.ts'
import type { Page, Row } from '../routing/page-table.ts'
import type { People, PeopleSource } from './people-source.ts'

/** What was found on the device. */
export interface FoundPeople {
  /** Of each kind that has any. */
  found: readonly (People & Pick<PeopleSource, 'title'>)[]
  /** Whether the device has answered, or can't. */
  ready: boolean
  /** Whether some could not be searched. */
  failed: boolean
}

/** One letter finds half of a phonebook. */
const SHORTEST = 2

let loading: Promise<readonly PeopleSource[] | 'failed'> | undefined
/** `usePromise` keeps its last value while another promise is pending: this one has none. */
const none: Promise<undefined> = Promise.resolve(undefined)

/** Loaded with the first search that is long enough; pages are found without it. */
const loadSources = (): Promise<readonly PeopleSource[] | 'failed'> =>
  (loading ??= loadChunk(
    'search-people',
    async () => (await import('./people.ts')).peopleSources,
  ).catch(() => 'failed' as const))

/** Contacts, call groups, organisations, accounts and users that this person may see. */
export function usePeople(
  query: string,
  viewpoint: Viewpoint,
  pages: readonly (Row | Page)[],
): FoundPeople {
  const typed = query.trim()
  const language = useLanguage()
  // Only administrators may open what lists them.
  const looks = roleOf(viewpoint.groups) === 'admin' && Array.from(typed).length >= SHORTEST
  const open = useMemo(
    () => pages.filter(isBuilt).filter((page) => isOpen(page, viewpoint)),
    [pages, viewpoint],
  )
  const loaded = usePromise<readonly PeopleSource[] | 'failed' | undefined>(
    looks ? loadSources() : none,
  )
  const hasFailed = looks && loaded === 'failed'
  useEffect(() => {
    if (!hasFailed) return undefined
    return () => {
      // The next search tries again.
      loading = undefined
    }
  }, [hasFailed])
  const sources = (looks && loaded && loaded !== 'failed' ? loaded : []).filter((source) =>
    open.some(({ path }) => path === source.path),
  )
  const answers = useQueries({
    queries: sources.map(({ area, title, find }) => ({
      // Events about the area refetch it.
      queryKey: [area, 'search', title, typed, language],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(typed, signal, language),
    })),
  })
  return {
    found: answers.flatMap(({ data }, at) => {
      const title = sources[at]?.title
      return data && title && data.shown.length > 0 ? [{ ...data, title }] : []
    }),
    ready: !looks || (loaded !== undefined && answers.every(({ isPending }) => !isPending)),
    failed: hasFailed || answers.some(({ isError }) => isError),
  }
}
