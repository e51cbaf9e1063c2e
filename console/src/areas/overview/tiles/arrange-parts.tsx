import { Button, IconButton } from '@lintel/ui/button'
import type { dragRow, Edge } from '@lintel/ui/drag-row'
import { useText } from '@lintel/ui/i18n'
import { ArrowLeft, ArrowRight, Eye, EyeOff, GripVertical } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './board.module.css'
import type { Tile } from './tiles.ts'

/** What a tile needs while the person arranges them. */
export interface Arranging {
  index: number
  count: number
  /** Moves a tile to a place from 0, in the list without it. */
  onMove: (id: string, to: number) => void
  placeOf: (id: string) => number
  onHide: () => void
}

interface TileToolsProps {
  tile: Tile
  title: string
  arranging: Arranging
  /** The tile. */
  frame: { current: HTMLElement | null }
  onDragged: (dragged: boolean) => void
  onOver: (edge: Edge) => void
}

/** The drag handle of a tile, and its buttons. */
export function TileTools(props: TileToolsProps) {
  const { tile, title: name, arranging } = props
  const { index, count, onMove, onHide } = arranging
  const text = useText()
  const grip = useRef<HTMLSpanElement>(null)
  const ready = useTileDrag(props, grip)
  return (
    <>
      <span className={styles['tools']}>
        <IconButton
          label={text('tiles.earlier', { name })}
          icon={<ArrowLeft size={16} />}
          // Not disabled, which would drop the focus when the tile has just arrived there.
          aria-disabled={index === 0}
          onClick={() => index > 0 && onMove(tile.id, index - 1)}
        />
        <IconButton
          label={text('tiles.later', { name })}
          icon={<ArrowRight size={16} />}
          aria-disabled={index === count - 1}
          onClick={() => index < count - 1 && onMove(tile.id, index + 1)}
        />
        <IconButton
          label={text('tiles.hide', { name })}
          icon={<EyeOff size={16} />}
          onClick={onHide}
        />
      </span>
      <span ref={grip} className={styles['grip']} data-ready={ready || undefined}>
        <GripVertical size={16} aria-hidden="true" />
      </span>
    </>
  )
}

/** Makes a tile draggable; without the module the buttons still work. Returns whether it is. */
function useTileDrag(props: TileToolsProps, grip: { current: HTMLElement | null }): boolean {
  const drag = useDrag()
  const { tile, frame } = props
  const { id } = tile
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    if (!drag || !frame.current || !grip.current) return undefined
    return drag({
      row: frame.current,
      grip: grip.current,
      id,
      listId: 'overview',
      across: true,
      onDragged: (dragged) => latest.current.onDragged(dragged),
      onOver: (edge) => latest.current.onOver(edge),
      onDrop(dropped, at) {
        const { index, placeOf, onMove } = latest.current.arranging
        const from = placeOf(dropped)
        const before = at === 'top' ? index : index + 1
        // Without the tile itself, those after it move up by one.
        onMove(dropped, from < before ? before - 1 : before)
      },
    })
  }, [drag, frame, grip, id])
  return drag !== undefined
}

function useDrag(): typeof dragRow | undefined {
  const [drag, setDrag] = useState<{ row: typeof dragRow }>()
  useEffect(() => {
    let left = false
    async function load() {
      const module = await import('@lintel/ui/drag-row').catch(() => undefined)
      if (module && !left) setDrag({ row: module.dragRow })
    }
    void load()
    return () => {
      left = true
    }
  }, [])
  return drag?.row
}

/** The tiles that are hidden, each with a button that shows it again. */
export function HiddenTiles(props: { hidden: readonly Tile[]; onShow: (tile: Tile) => void }) {
  const { hidden, onShow } = props
  const text = useText()
  if (hidden.length === 0) return null
  return (
    <section className={styles['hidden']} aria-label={text('tiles.hidden')}>
      <p>{text('tiles.hidden')}</p>
      {hidden.map((tile) => (
        <Button
          key={tile.id}
          icon={<Eye size={16} aria-hidden="true" />}
          aria-label={text('tiles.show', { name: text(tile.titleId) })}
          onClick={() => onShow(tile)}
        >
          {text(tile.titleId)}
        </Button>
      ))}
    </section>
  )
}
