import { useLocalList } from '@lintel/ui/list'
import type { Column, List } from '@lintel/ui/list'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useListView } from './list-view.ts'

/**
 * The list of a page whose rows are read at once by one query, for `Table`: sorted and filtered in
 * the browser, by the view in the page's address.
 * @param rowsOf extracts the rows from the query's data; the same function on every render
 * @param options `filterBy` returns the text of a row that the filter searches
 */
export function useQueryList<Data, T>(
  { data, error, refetch }: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>,
  rowsOf: (data: Data) => readonly T[],
  options: { columns: readonly Column<T>[]; filterBy?: (row: T) => string },
): List<T> {
  const rows = useMemo(() => (data === undefined ? undefined : rowsOf(data)), [data, rowsOf])
  const source = { rows, fault: error, retry: () => void refetch() }
  return useLocalList(source, { ...options, view: useListView() })
}
