import { useText } from '@lintel/ui/i18n'
import { LoadFailed } from '@lintel/ui/loading'
import { useStore } from '@lintel/ui/store'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { connection } from '../../../app/device.ts'
import { TileSkeleton } from './tile-skeleton.tsx'
import type { Shape } from './tile-skeleton.tsx'
import styles from './tile.module.css'

/**
 * Shows the data of a query in a tile; until there is some, the tile's skeleton, or why it failed.
 * While the device can't be reached, the page's banner says why, and it is read again once it
 * answers.
 * @param props.children renders the data
 */
export function TileView<T>(props: {
  query: Pick<UseQueryResult<T>, 'data' | 'error'> & { refetch: () => Promise<unknown> }
  shape: Shape
  children: (data: T) => ReactNode
}) {
  const { query, shape, children } = props
  const { data, error, refetch } = query
  const text = useText()
  const gone = useStore(connection.gone)
  if (data !== undefined) return children(data)
  if (!error) return <TileSkeleton shape={shape} />
  if (gone) return <p className={styles['sub']}>{text('ui.unknown')}</p>
  return <LoadFailed fault={error} onRetry={() => void refetch()} />
}
