import { LoadFailed } from '@lintel/ui/loading'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { TileSkeleton } from './tile-skeleton.tsx'
import type { Shape } from './tile-skeleton.tsx'

/**
 * Shows the data of a query in a tile; until there is some, the tile's skeleton, or why it failed.
 * @param props.children renders the data
 */
export function TileView<T>(props: {
  query: Pick<UseQueryResult<T>, 'data' | 'error'> & { refetch: () => Promise<unknown> }
  shape: Shape
  children: (data: T) => ReactNode
}) {
  const { query, shape, children } = props
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  return error ? (
    <LoadFailed fault={error} onRetry={() => void refetch()} />
  ) : (
    <TileSkeleton shape={shape} />
  )
}
