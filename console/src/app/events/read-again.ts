import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Reads again what may have changed, and forgets it where no page shows it, so that no page opens with
 * old values. A first read that is under way may have been answered before the change and would still
 * count as fresh, so it is cancelled and starts over.
 */
export async function readAgain(
  queryClient: QueryClient,
  filters: QueryFilters = {},
): Promise<void> {
  await queryClient.cancelQueries({
    ...filters,
    predicate: (query) => query.state.data === undefined && (filters.predicate?.(query) ?? true),
  })
  queryClient.removeQueries({ ...filters, type: 'inactive' })
  await queryClient.invalidateQueries(filters)
}

/**
 * The queries that a `changed` event concerns. Keys begin with the area; a query of a single row has
 * the key `[area, 'row', id]`, and is left alone by changes of other rows.
 * @param id the row that changed; undefined when anything in the area may have
 */
export function queriesOf(area: string | undefined, id?: string): QueryFilters {
  if (id === undefined) return { queryKey: [area] }
  return {
    queryKey: [area],
    predicate: ({ queryKey: [, kind, row] }) => kind !== 'row' || row === id,
  }
}
