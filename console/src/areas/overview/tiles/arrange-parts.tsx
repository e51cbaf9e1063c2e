import { Button, IconButton } from '@lintel/ui/button'
import type { dragRow, Edge } from '@lintel/ui/drag-row'
import { useText } from '@lintel/ui/i18n'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Eye, EyeOff, GripVertical } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import styles from './board.module.css'
import type { Tile } from './tiles.ts'

/** The place that a tile gets, from 0, among the ids of the tiles that are shown. */
type PlaceIn = (order: readonly string[]) => number

/** What a tile needs while people arrange them. */
export interface Arranging {
  index: number
  count: number
  /** Whether tiles are beside each other. */
  across: boolean
  /** Moves this tile. */
  onMove: (placeIn: PlaceIn) => void
  /** Moves a tile that was dropped on this one. */
  onDrop: (id: string, placeIn: PlaceIn) => void
  onHide: () => void
  hideRef: (button: HTMLButtonElement | null) => void
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
  const { index, count, across, onMove, onHide, hideRef } = arranging
  const moveBy = (step: number) => onMove((order) => order.indexOf(tile.id) + step)
  const text = useText()
  const grip = useRef<HTMLSpanElement>(null)
  const ready = useTileDrag(props, grip)
  return (
    <>
      <span className={styles['tools']}>
        <IconButton
          label={text('tiles.earlier', { name })}
          icon={across ? <ArrowLeft size={16} /> : <ArrowUp size={16} />}
          // Not disabled, which would drop the focus when the tile has just arrived there.
          aria-disabled={index === 0}
          onClick={() => moveBy(-1)}
        />
        <IconButton
          label={text('tiles.later', { name })}
          icon={across ? <ArrowRight size={16} /> : <ArrowDown size={16} />}
          aria-disabled={index === count - 1}
          onClick={() => moveBy(1)}
        />
        <IconButton
          ref={hideRef}
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

/** Makes a tile draggable, and returns whether it is. Without the module the buttons still work. */
function useTileDrag(props: TileToolsProps, grip: { current: HTMLElement | null }): boolean {
  const drag = useDrag()
  const { tile, frame, arranging } = props
  const { id } = tile
  const { across } = arranging
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
      across,
      onDragged: (dragged) => latest.current.onDragged(dragged),
      onOver: (edge) => latest.current.onOver(edge),
      onDrop(dropped, at) {
        latest.current.arranging.onDrop(dropped, (order) => {
          const place = order.filter((one) => one !== dropped).indexOf(id)
          return at === 'top' ? place : place + 1
        })
      },
    })
  }, [across, drag, frame, grip, id])
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
export function HiddenTiles(props: {
  hidden: readonly Tile[]
  onShow: (tile: Tile) => void
  showRef: (tile: Tile) => (button: HTMLButtonElement | null) => void
}) {
  const { hidden, onShow, showRef } = props
  const text = useText()
  if (hidden.length === 0) return null
  return (
    <section className={styles['hidden']} aria-label={text('tiles.hidden')}>
      <p>{text('tiles.hidden')}</p>
      {hidden.map((tile) => (
        <Button
          key={tile.id}
          ref={showRef(tile)}
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
