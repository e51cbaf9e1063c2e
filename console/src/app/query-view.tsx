import { LoadFailed, Loading } from '@lintel/ui/loading'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/**
 * Shows the data of a query; until there is some, that it is loading or why it failed.
 * @param props.children renders the data
 */
export function QueryView<T>(props: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  children: (data: T) => ReactNode
}) {
  const { query, children } = props
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  return error ? <LoadFailed fault={error} onRetry={() => void refetch()} /> : <Loading />
}
