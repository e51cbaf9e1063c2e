import { roleOf } from '@lintel/contract/access'
import { usePromise } from '@lintel/ui/lazy'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { loadChunk } from '../chunk.ts'
import type { Viewpoint } from '../conditions.ts'
import { isBuilt, isOpen } from '../routing/page-table.ts'
import type { Page, Row } from '../routing/page-table.ts'
import type { People, PeopleSource } from './people.ts'

/** The contacts and accounts that were found. */
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

let loading: Promise<readonly PeopleSource[]> | undefined
/** `usePromise` keeps its last value while another promise is pending: this one has none. */
const none: Promise<undefined> = Promise.resolve(undefined)

/** Loaded with the first search that is long enough. */
const loadSources = (): Promise<readonly PeopleSource[]> =>
  (loading ??= loadChunk('search-people', async () => (await import('./people.ts')).peopleSources))

/** Contacts and accounts by name, number or address, of those that this person may see. */
export function usePeople(
  query: string,
  viewpoint: Viewpoint,
  pages: readonly (Row | Page)[],
): FoundPeople {
  const typed = query.trim()
  // Only administrators may open what lists them.
  const looks = roleOf(viewpoint.groups) === 'admin' && Array.from(typed).length >= SHORTEST
  const open = useMemo(
    () => pages.filter(isBuilt).filter((page) => isOpen(page, viewpoint)),
    [pages, viewpoint],
  )
  const loaded = usePromise<readonly PeopleSource[] | undefined>(looks ? loadSources() : none)
  const sources = (looks ? (loaded ?? []) : []).filter((source) =>
    open.some(({ path }) => path === source.path),
  )
  const answers = useQueries({
    queries: sources.map(({ area, find }) => ({
      // Events about the area refetch it.
      queryKey: [area, 'search', typed],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(typed, signal),
    })),
  })
  return {
    found: answers.flatMap(({ data }, at) => {
      const title = sources[at]?.title
      return data && title && data.shown.length > 0 ? [{ ...data, title }] : []
    }),
    ready: !looks || (loaded !== undefined && answers.every(({ isPending }) => !isPending)),
    failed: answers.some(({ isError }) => isError),
  }
}
