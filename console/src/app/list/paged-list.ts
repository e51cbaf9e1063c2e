import type { Page, PageRequest } from '@lintel/contract/collection'
import type { List, ListView } from '@lintel/ui/list'
import type { QueryKey } from '@tanstack/react-query'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { FILTER_PAUSE, PAGE_FRESH } from '../timing.ts'
import { useListView } from './list-view.ts'

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

/**
 * The list of a page that is too long to be read at once, for `Table`. The device sorts and filters
 * it; only the visible pages are loaded, and kept up to date by events.
 * @param source a constant of the module, the same on every render
 */
export function usePagedList<T>({ key, read }: PagedSource<T>): List<T> {
  const client = useQueryClient()
  const [view, onView] = useListView()
  const request = useRequest(view)
  const [shown, setShown] = useState({ first: 0, last: 0 })
  const onShown = useCallback(
    (first: number, last: number) =>
      setShown((was) => (was.first === first && was.last === last ? was : { first, last })),
    [],
  )

  const keyOf = (of: ListRequest, page: number) => [...key, 'page', of, page]
  const answers = useQueries({
    queries: pagesOf(shown).map((page) => ({
      queryKey: keyOf(request, page),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        read({ ...request, offset: page * SIZE, limit: SIZE }, signal),
      staleTime: PAGE_FRESH,
      gcTime: PAGE_FRESH,
    })),
  })
  const newest = answers
    .filter(({ data }) => data !== undefined)
    .toSorted((a, b) => b.dataUpdatedAt - a.dataUpdatedAt)[0]

  // While the first page of a new view loads, the rows of the last view stay.
  const [last, setLast] = useState<{ request: ListRequest; count: number }>()
  const count = newest?.data?.total
  if (count !== undefined && (last?.request !== request || last.count !== count)) {
    setLast({ request, count })
  }

  useEffect(() => {
    // The list changed between two answers: rows could be missing or appear twice.
    for (const { data, dataUpdatedAt, isError, isFetching, refetch } of answers) {
      const old = newest && data && data.version !== newest.data?.version
      // One that failed waits for its retry; otherwise its failure would start the next attempt.
      if (old && !isFetching && !isError && dataUpdatedAt < newest.dataUpdatedAt) void refetch()
    }
  })

  const faulty = answers.filter(({ isError }) => isError)
  const fault = faulty[0]?.error
  const retry = () => {
    for (const { refetch } of faulty) void refetch()
  }
  if (!last) {
    if (fault) return { view, onView, status: 'failed', fault, retry }
    return { view, onView, status: 'loading' }
  }
  return {
    view,
    onView,
    status: 'ready',
    count: last.count,
    at: (index) =>
      client.getQueryData<Page<T>>(keyOf(last.request, Math.floor(index / SIZE)))?.items[
        index % SIZE
      ],
    onShown,
    stale: last.request !== request,
    failed: fault ? { fault, retry } : undefined,
  }
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
