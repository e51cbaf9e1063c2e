import { LoadFailed } from '@lintel/ui/loading'
import { Skeleton } from '@lintel/ui/skeleton'
import type { SkeletonShape } from '@lintel/ui/skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

/**
 * Shows the data of a query; before that, its outlines or why it failed.
 * @param props.children renders the data
 * @param props.shape what the data looks like, by default a form
 */
export function QueryView<T>(props: {
  query: Pick<UseQueryResult<T>, 'data' | 'error' | 'refetch'>
  children: (data: T) => ReactNode
  shape?: SkeletonShape['shape']
  rows?: number
}) {
  const { query, children, ...shape } = props
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  return error ? (
    <LoadFailed fault={error} onRetry={() => void refetch()} />
  ) : (
    <Skeleton {...shape} />
  )
}
