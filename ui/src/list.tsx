import type { ReactNode } from 'react'
import { useCallback, useMemo, useState } from 'react'
import { fold, wordsOf } from '@lintel/contract/fold'
import { useLanguage } from './i18n.tsx'

export interface Column<T> {
  id: string
  head: string
  /** The header is for screen readers only, as over a column of links. */
  headHidden?: boolean
  cell: (row: T) => ReactNode
  /**
   * Makes the column sortable: the value to sort by, or `'device'` when the device sorts the list
   * by the column's id.
   */
  sortBy?: 'device' | ((row: T) => string | number)
  /**
   * CSS width. Columns of long lists share the rest evenly; those of short ones fit their content.
   */
  width?: string
  /** Aligned with the end of the line, for actions on the row. */
  end?: boolean
  /** Hidden in narrow windows; another cell, or the page of the row, has the value. */
  wideOnly?: boolean
  /** Hidden in the narrowest windows, where the other columns need its room. */
  spare?: boolean
}

interface Sort {
  /** Id of a column. */
  by: string
  descending: boolean
}

/** How a list is sorted and filtered. */
export interface ListView {
  /** Undefined for the original order. */
  sort: Sort | undefined
  filter: string
}

/** A list as `Table` shows it: loading, failed or ready. */
export type List<T> = {
  view: ListView
  onView: (view: ListView) => void
} & (
  | { status: 'loading' }
  | { status: 'failed'; fault: unknown; retry: () => void }
  | {
      status: 'ready'
      /** Number of rows that match the filter. */
      count: number
      /**
       * The row at an index from 0; undefined while it loads. No two rows have the same id. The same
       * function as long as it returns the same rows.
       */
      at: (index: number) => T | undefined
      /** All rows that match the filter, when the browser has them. */
      all?: readonly T[]
      /** Reports the visible range, with the last index included: a paged list loads it. */
      onShown?: (first: number, last: number) => void
      /** The rows are those of the previous view until those of this one arrive. */
      stale?: boolean
      /** Some of the rows could not be loaded. */
      failed?: { fault: unknown; retry: () => void } | undefined
    }
)

export interface Selection<T> {
  ids: ReadonlySet<string>
  onChange: (ids: ReadonlySet<string>) => void
  /** The accessible name of a row's checkbox. */
  label: (row: T) => string
  /** The actions on the selected rows. */
  actions?: ReactNode
}

export const UNSORTED: ListView = { sort: undefined, filter: '' }

/** The next order of a column: ascending, descending, then the original order. */
export function nextSort(sort: Sort | undefined, by: string): Sort | undefined {
  if (sort?.by !== by) return { by, descending: false }
  return sort.descending ? undefined : { by, descending: true }
}

interface LocalOptions<T> {
  columns: readonly Column<T>[]
  /** The text of a row that the filter searches. */
  filterBy?: (row: T) => string
  /** Where the view is stored; by default in the component. */
  view?: readonly [ListView, (view: ListView) => void]
}

/** A list whose rows are all in the browser: it sorts and filters them itself. */
export function useLocalList<T>(
  source: { rows: readonly T[] | undefined; fault?: unknown; retry?: () => void },
  { columns, filterBy, view: stored }: LocalOptions<T>,
): List<T> {
  const { rows, fault, retry = () => {} } = source
  const local = useState(UNSORTED)
  const [view, onView] = stored ?? local
  const language = useLanguage()
  const folded = useMemo(
    () => filterBy && rows?.map((row) => fold(filterBy(row))),
    // oxlint-disable-next-line react/exhaustive-deps -- a new function each time, with the same result
    [rows, language],
  )
  const filtered = useMemo(() => {
    const words = wordsOf(view.filter)
    if (!rows || !folded || words.length === 0) return rows
    return rows.filter((_, index) => words.every((word) => folded[index]?.includes(word)))
  }, [rows, folded, view.filter])
  const sortBy = columns.find(({ id }) => id === view.sort?.by)?.sortBy
  const shown = useMemo(
    () => filtered && sorted(filtered, sortBy, view.sort?.descending === true, language),
    // oxlint-disable-next-line react/exhaustive-deps -- new columns each time; the view names the same one
    [filtered, view.sort, language],
  )
  const at = useCallback((index: number) => shown?.[index], [shown])
  if (shown) {
    return { view, onView, status: 'ready', count: shown.length, at, all: shown }
  }
  if (fault) return { view, onView, status: 'failed', fault, retry }
  return { view, onView, status: 'loading' }
}

function sorted<T>(
  rows: readonly T[],
  sortBy: Column<T>['sortBy'],
  descending: boolean,
  language: string,
): readonly T[] {
  if (typeof sortBy !== 'function') return rows
  const { compare } = new Intl.Collator(language, { numeric: true })
  const order = descending ? -1 : 1
  const keyed = rows.map((row) => ({ row, key: sortBy(row) }))
  keyed.sort(
    ({ key: a }, { key: b }) =>
      order *
      (typeof a === 'number' && typeof b === 'number' ? a - b : compare(String(a), String(b))),
  )
  return keyed.map(({ row }) => row)
}
