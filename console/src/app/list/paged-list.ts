import type { Page, PageRequest } from '@lintel/contract/collection'
import type { List, ListView } from '@lintel/ui/list'
import type { QueryKey } from '@tanstack/react-query'
import { useQueries } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { FILTER_PAUSE, PAGE_FRESH } from '../timing.ts'
import { useListView } from './list-view.ts'
import type { ViewState } from './list-view.ts'

/** Rows per page. */
const SIZE = 100
/** Rows outside the visible ones whose pages are loaded too. */
const AHEAD = 25

export interface PagedSource<T> {
  /** Begins with the area of the events that announce changes. */
  key: QueryKey
  read: (request: PageRequest, signal: AbortSignal) => Promise<Page<T>>
}

/** The request, except for the position of the page. */
type ListRequest = Pick<PageRequest, 'filter' | 'sort' | 'descending'>

/** The loaded pages of one version of the list: no row is missing between them or appears twice. */
interface Snapshot<T> {
  request: ListRequest
  version: string
  count: number
  pages: ReadonlyMap<number, Page<T>>
}

/**
 * The list of a page that is too long to be read at once, for `Table`. The device sorts and filters
 * it; only the visible pages are loaded, and kept up to date by events.
 * @param source the same on every render, as a constant of the module is
 * @param byDefault the sort of a page whose address has none; the same on every render
 */
export const usePagedList = <T>(source: PagedSource<T>, byDefault?: ListView['sort']): List<T> =>
  usePagedView(source, useListView(byDefault))

/** The same for a page with several lists, which stores their views itself. */
export function usePagedView<T>({ key, read }: PagedSource<T>, state: ViewState): List<T> {
  const [view, onView] = state
  const request = useRequest(view)
  const [shown, setShown] = useState({ first: 0, last: 0 })
  const onShown = useCallback(
    (first: number, last: number) =>
      setShown((was) => (was.first === first && was.last === last ? was : { first, last })),
    [],
  )

  const numbers = pagesOf(shown)
  const answers = useQueries({
    queries: numbers.map((page) => ({
      queryKey: [...key, 'page', request, page],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        read({ ...request, offset: page * SIZE, limit: SIZE }, signal),
      staleTime: PAGE_FRESH,
      gcTime: PAGE_FRESH,
    })),
  })

  // The rows of the last view, or of the last version, stay until those of the new one are complete.
  const [last, setLast] = useState<Snapshot<T>>()
  const next = snapshotOf(
    request,
    answers.flatMap(({ data }, index) => (data ? [[numbers[index] ?? 0, data] as const] : [])),
    last,
  )
  if (next !== last) setLast(next)

  useEffect(() => {
    // The list changed between two answers.
    const newest = Math.max(...answers.map(({ dataUpdatedAt }) => dataUpdatedAt))
    const version = answers.find(({ dataUpdatedAt }) => dataUpdatedAt === newest)?.data?.version
    for (const { data, isError, isFetching, refetch } of answers) {
      // Of two that arrived in the same millisecond, either may be the older one; reading one of them
      // again makes it the newest.
      const old = data && data.version !== version
      // A failed one waits for its retry. Otherwise each failure would start the next attempt.
      if (old && !isFetching && !isError) void refetch()
    }
  })

  const faulty = answers.filter(({ isError }) => isError)
  const fault = faulty[0]?.error
  const retry = () => {
    for (const { refetch } of faulty) void refetch()
  }
  const at = useCallback(
    (index: number) => last?.pages.get(Math.floor(index / SIZE))?.items[index % SIZE],
    [last],
  )
  if (!last) {
    if (fault) return { view, onView, status: 'failed', fault, retry }
    return { view, onView, status: 'loading' }
  }
  return {
    view,
    onView,
    status: 'ready',
    count: last.count,
    at,
    onShown,
    // Also while typing has not paused yet.
    stale: last.request !== request || (request.filter ?? '') !== view.filter.trim(),
    failed: fault ? { fault, retry } : undefined,
  }
}

/** Adds pages to the last snapshot, or begins another one if they are of another version. */
function snapshotOf<T>(
  request: ListRequest,
  pages: readonly (readonly [number, Page<T>])[],
  last: Snapshot<T> | undefined,
): Snapshot<T> | undefined {
  const [first] = pages
  if (!first) return last
  const { version, total: count } = first[1]
  if (pages.some(([, page]) => page.version !== version)) return last
  const same = last?.request === request && last.version === version ? last.pages : undefined
  if (same && pages.every(([number, page]) => same.get(number) === page)) return last
  return { request, version, count, pages: new Map([...(same ?? []), ...pages]) }
}

/** The request for a view; a change of the filter waits until typing pauses. */
function useRequest({ sort, filter }: ListView): ListRequest {
  const [settled, setSettled] = useState(filter)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(filter), FILTER_PAUSE)
    return () => clearTimeout(timer)
  }, [filter])
  return useMemo(
    () => ({
      ...(settled.trim() !== '' && { filter: settled.trim() }),
      ...(sort && { sort: sort.by, descending: sort.descending }),
    }),
    [settled, sort],
  )
}

/** The pages with the visible rows and those near them. */
function pagesOf({ first, last }: { first: number; last: number }): number[] {
  const from = Math.floor(Math.max(0, first - AHEAD) / SIZE)
  const to = Math.floor((last + AHEAD) / SIZE)
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}
