import type { ListView } from '@lintel/ui/list'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { history } from '../routing/history.ts'
import { useStore } from '@lintel/ui/store'
import { FILTER_PAUSE } from '../timing.ts'

type Sort = NonNullable<ListView['sort']>

/** A view and how to change it. */
export type ViewState = readonly [ListView, (view: ListView) => void]

/** The view in the query of an address: `sort=name`, or `-name` for descending, and `filter=text`. */
export function viewIn(query: string): ListView {
  const parameters = new URLSearchParams(query)
  const sort = parameters.get('sort') ?? ''
  const descending = sort.startsWith('-')
  const by = descending ? sort.slice(1) : sort
  return {
    sort: by === '' ? undefined : { by, descending },
    filter: parameters.get('filter') ?? '',
  }
}

/** The query of an address for this view. */
export function queryOf({ sort, filter }: ListView): string {
  const query = new URLSearchParams()
  if (sort) query.set('sort', sort.descending ? `-${sort.by}` : sort.by)
  if (filter !== '') query.set('filter', filter)
  return query.toString()
}

/**
 * The sort and filter of a page's list. The page's address holds them, so that a reload and the way
 * back from an opened row restore them. One list per page.
 * @param byDefault the sort of a page whose address has none; the same on every render
 */
export function useListView(byDefault?: Sort): ViewState {
  const query = useStore(history.query)
  const [view, setView] = useState(() => viewIn(query))
  const [seen, setSeen] = useState(query)
  if (seen !== query) {
    setSeen(query)
    // Somebody followed a link, such as the sidebar's to the page in its initial state.
    if (query !== queryOf(view)) setView(viewIn(query))
  }
  useEffect(() => {
    // Browsers limit how often the address may be changed.
    const timer = setTimeout(() => history.setQuery(queryOf(view)), FILTER_PAUSE)
    return () => clearTimeout(timer)
  }, [view])
  const sort = view.sort ?? byDefault
  const shown = useMemo(() => ({ sort, filter: view.filter }), [sort, view.filter])
  const show = useCallback(
    (next: ListView) => setView({ ...next, sort: unlessDefault(next.sort, byDefault) }),
    [byDefault],
  )
  return [shown, show]
}

/** The sort to store: none if it is the default one. */
const unlessDefault = (sort: Sort | undefined, byDefault: Sort | undefined): Sort | undefined =>
  sort?.by === byDefault?.by && sort?.descending === byDefault?.descending ? undefined : sort
