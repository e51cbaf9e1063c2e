import type { ListView } from '@lintel/ui/list'
import { useEffect, useState } from 'react'
import { history } from '../routing/history.ts'
import { useStore } from '../store.ts'
import { FILTER_PAUSE } from '../timing.ts'

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
 */
export function useListView(): [ListView, (view: ListView) => void] {
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
  return [view, setView]
}
