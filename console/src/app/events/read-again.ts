import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Reads again what may have changed. A first reading on its way would count as up to date, although
 * the device may have answered it before the change: it begins anew.
 */
export async function readAgain(
  queryClient: QueryClient,
  filters: QueryFilters = {},
): Promise<void> {
  await queryClient.cancelQueries({
    ...filters,
    predicate: ({ state }) => state.data === undefined,
  })
  await queryClient.invalidateQueries(filters)
}
