import type { Edge } from '@lintel/ui/drag-row'
import { useText } from '@lintel/ui/i18n'
import { lazyComponent } from '@lintel/ui/lazy'
import { ChevronRight } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { loadChunk } from '../../../app/chunk.ts'
import { ErrorBoundary } from '../../../app/routing/error-boundary.tsx'
import { isOpen } from '../../../app/routing/page-table.ts'
import { usePages } from '../../../app/routing/pages-context.ts'
import { hrefTo } from '../../../app/routing/paths.ts'
import { useViewpoint } from '../../../app/viewpoint.ts'
import type { Arranging } from './arrange-parts.tsx'
import styles from './board.module.css'
import type { Size } from './layout.ts'
import { TileBody } from './tile-body.tsx'
import type { Tile } from './tiles.ts'

const TileTools = lazyComponent(
  () => loadChunk('arrange', async () => (await import('./arrange-parts.tsx')).TileTools),
  null,
)

/** A tile with its title, which is a link to its page for people who may open that. */
export function TileFrame(props: {
  tile: Tile
  size: Size
  columns: number
  arranging: Arranging | undefined
}) {
  const { tile, size, columns, arranging } = props
  const text = useText()
  const id = useId()
  const frame = useRef<HTMLElement>(null)
  const [dragged, setDragged] = useState(false)
  const [edge, setEdge] = useState<Edge>()
  const href = useHref(tile)
  const title = text(tile.titleId)
  const Icon = tile.icon
  return (
    <section
      ref={frame}
      className={styles['tile']}
      aria-labelledby={id}
      data-field={tile.id}
      data-size={size}
      data-columns={columns}
      data-dragged={dragged || undefined}
      data-drop={edge}
      data-across={arranging?.across || undefined}
      style={arranging && { viewTransitionName: `tile-${tile.id}` }}
    >
      <header className={styles['header']}>
        <span className={styles['icon']} aria-hidden="true">
          <Icon size={16} />
        </span>
        <h2 id={id}>
          {href === undefined || arranging ? (
            title
          ) : (
            <a href={href}>
              {title}
              <ChevronRight size={15} aria-hidden="true" />
            </a>
          )}
        </h2>
        {arranging && (
          <TileTools
            tile={tile}
            title={title}
            arranging={arranging}
            frame={frame}
            onDragged={setDragged}
            onOver={setEdge}
          />
        )}
      </header>
      <div className={styles['body']} inert={arranging !== undefined}>
        <ErrorBoundary>
          <TileBody tile={tile} />
        </ErrorBoundary>
      </div>
    </section>
  )
}

/** The address of the tile's page, if this person may open one of its pages. */
function useHref({ pages: of = [] }: Tile): string | undefined {
  const viewpoint = useViewpoint()
  const pages = usePages()
  const path = of.find((one) => pages.some((page) => page.path === one && isOpen(page, viewpoint)))
  return path === undefined ? undefined : hrefTo(path)
}
