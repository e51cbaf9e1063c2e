import type { Page, PageRequest } from '@lintel/contract/collection'
import type { List, ListView } from '@lintel/ui/list'
import { UNSORTED } from '@lintel/ui/list'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useReading } from './reading.ts'
import { FILTER_PAUSE } from './timing.ts'

/** Rows per page. */
const SIZE = 100
/** Rows outside the visible ones whose pages are read too. */
const AHEAD = 25
/** How often pages are read again because the list changed between them. */
const ATTEMPTS = 4

/** The request, except for the position of the page. */
type ListRequest = Pick<PageRequest, 'filter' | 'sort' | 'descending'>

interface Snapshot<T> {
  request: ListRequest
  count: number
  pages: ReadonlyMap<number, Page<T>>
}

/**
 * A list that is too long to be read at once, for `Table`. The device sorts and filters it; the
 * visible pages are read again and again while the tab is visible.
 * @param read the same on every render, as a constant of the module is
 * @param every milliseconds
 */
export function usePagedReading<T>(
  read: (request: PageRequest, signal: AbortSignal) => Promise<Page<T>>,
  every: number,
  byDefault?: ListView['sort'],
): { list: List<T>; again: () => Promise<void> } {
  const [view, onView] = useState<ListView>({ ...UNSORTED, sort: byDefault })
  const request = useRequest(view)
  const [shown, setShown] = useState({ first: 0, last: 0 })
  const onShown = useCallback(
    (first: number, last: number) =>
      setShown((was) => (was.first === first && was.last === last ? was : { first, last })),
    [],
  )
  const from = Math.floor(Math.max(0, shown.first - AHEAD) / SIZE)
  const to = Math.floor((shown.last + AHEAD) / SIZE)
  const readPages = useCallback(
    async (signal: AbortSignal): Promise<Snapshot<T>> => {
      let pages: [number, Page<T>][] = []
      // Pages of different versions could lack a row, or have it twice.
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        pages = await Promise.all(
          Array.from({ length: to - from + 1 }, async (_, index) => {
            const offset = (from + index) * SIZE
            return [from + index, await read({ ...request, offset, limit: SIZE }, signal)] as const
          }),
        ).then((all) => all.map(([number, page]) => [number, page]))
        if (new Set(pages.map(([, { version }]) => version)).size <= 1) break
      }
      return { request, count: pages.at(-1)?.[1].total ?? 0, pages: new Map(pages) }
    },
    [read, request, from, to],
  )
  const { data, fault, again } = useReading(readPages, every)
  const at = useCallback(
    (index: number) => data?.pages.get(Math.floor(index / SIZE))?.items[index % SIZE],
    [data],
  )
  const retry = () => void again()
  if (!data) {
    const list: List<T> =
      fault === undefined
        ? { view, onView, status: 'loading' }
        : { view, onView, status: 'failed', fault, retry }
    return { list, again }
  }
  return {
    list: {
      view,
      onView,
      status: 'ready',
      count: data.count,
      at,
      onShown,
      stale: data.request !== request || (request.filter ?? '') !== view.filter.trim(),
      failed: fault === undefined ? undefined : { fault, retry },
    },
    again,
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
