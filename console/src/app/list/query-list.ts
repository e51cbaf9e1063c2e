import { useLocalList } from '@lintel/ui/list'
import type { Column, List } from '@lintel/ui/list'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useListView } from './list-view.ts'

/**
 * The list of a page whose rows one query reads all at once, for `Table`: sorted and filtered in
 * the browser, by a view that the page's address keeps.
 * @param rowsOf the rows in what the query reads; the same function each time
 * @param options `filterBy` gives the text of a row that the filter looks through
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
