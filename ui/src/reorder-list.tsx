import { ArrowDown, ArrowUp, GripVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import type { dragRow, Edge, slideRows } from './drag-row.tsx'
import { useText } from './i18n.tsx'
import styles from './reorder-list.module.css'

type DragRow = typeof dragRow

interface Drag {
  row: DragRow
  slide: typeof slideRows
}

interface ReorderListProps<T extends { id: string }> {
  /** The accessible name of the list. */
  label: string
  items: readonly T[]
  /** The name of an item in its buttons' labels. */
  nameOf: (item: T) => string
  /** What a row shows. */
  children: (item: T) => ReactNode
  /** The buttons of a row; on narrow pages they are below what it shows. */
  renderActions?: (item: T) => ReactNode
  /** What to say if there are no items. */
  empty?: string
  /** The index of the first item that can be moved; 0 by default. */
  first?: number | undefined
  /** How many items, from that one on, can be moved among each other; all by default. */
  movable?: number
  /** Moves an item to an index from 0, in the list without it. */
  onMove: (id: string, to: number) => void
}

/** A list that people reorder by dragging rows or with the buttons of a row. */
export function ReorderList<T extends { id: string }>(props: ReorderListProps<T>) {
  const { label, items, nameOf, children, renderActions, empty, onMove } = props
  const { first = 0, movable = items.length - first } = props
  const text = useText()
  const listId = useId()
  const [announcement, announce] = useState('')
  const drag = useDrag()
  // A state and not a ref, because the list comes and goes with its items.
  const [list, setList] = useState<HTMLOListElement | null>(null)
  useEffect(() => (drag && list ? drag.slide(list) : undefined), [drag, list])

  /** @param to the place from 0 among those that can be moved */
  function move(id: string, to: number) {
    const item = items.find((one) => one.id === id)
    if (!item || items[first + to]?.id === id) return
    onMove(id, first + to)
    const values = { name: nameOf(item), place: to + 1, count: movable }
    announce(text('ui.reorder.moved', values))
  }

  if (items.length === 0 && empty !== undefined) return <p className={styles['empty']}>{empty}</p>
  return (
    <>
      <ol ref={setList} className={styles['list']} aria-label={label}>
        {items.map((item, index) => (
          <ReorderRow
            key={item.id}
            id={item.id}
            index={index - first}
            count={movable}
            name={nameOf(item)}
            listId={listId}
            drag={isWithin(index - first, movable) ? drag?.row : undefined}
            onMove={move}
            placeOf={(id) => items.findIndex((one) => one.id === id) - first}
          >
            {renderActions ? (
              <div className={styles['item']}>
                <span>{children(item)}</span>
                {renderActions(item)}
              </div>
            ) : (
              children(item)
            )}
          </ReorderRow>
        ))}
      </ol>
      <output className="sr-only">{announcement}</output>
    </>
  )
}

const isWithin = (index: number, count: number): boolean => index >= 0 && index < count

/** The drag module, loaded once the list is rendered; the buttons work without it. */
function useDrag(): Drag | undefined {
  const [drag, setDrag] = useState<Drag>()
  useEffect(() => {
    let left = false
    async function load() {
      const module = await import('./drag-row.tsx').catch(() => undefined)
      if (module && !left) setDrag({ row: module.dragRow, slide: module.slideRows })
    }
    void load()
    return () => {
      left = true
    }
  }, [])
  return drag
}

interface RowProps {
  id: string
  /** Its place among those that can be moved, from 0; others are outside. */
  index: number
  count: number
  name: string
  /** Rows can only be dropped on rows of the same list. */
  listId: string
  drag: DragRow | undefined
  onMove: (id: string, to: number) => void
  placeOf: (id: string) => number
  children: ReactNode
}

function ReorderRow(props: RowProps) {
  const { id, index, count, name, listId, drag, onMove, children } = props
  const text = useText()
  const row = useRef<HTMLLIElement>(null)
  const grip = useRef<HTMLSpanElement>(null)
  const [dragged, setDragged] = useState(false)
  const [edge, setEdge] = useState<Edge>()
  const latest = useRef(props)
  useLayoutEffect(() => {
    latest.current = props
  })

  useEffect(() => {
    if (!drag || !row.current || !grip.current) return undefined
    return drag({
      row: row.current,
      grip: grip.current,
      id,
      listId,
      onDragged: setDragged,
      onOver: setEdge,
      onDrop(dropped, at) {
        const { index: here, placeOf, onMove: moveTo } = latest.current
        const from = placeOf(dropped)
        const before = at === 'top' ? here : here + 1
        // Without the row itself, those after it move up by one.
        moveTo(dropped, from < before ? before - 1 : before)
      },
    })
  }, [drag, id, listId])

  return (
    <li
      ref={row}
      className={classNames(styles['row'], dragged && styles['dragged'])}
      data-drop={edge}
    >
      <span ref={grip} className={styles['grip']} data-ready={drag ? '' : undefined}>
        <GripVertical size={16} aria-hidden="true" />
      </span>
      <div className={styles['content']}>{children}</div>
      {isWithin(index, count) && (
        <>
          <IconButton
            label={text('ui.reorder.up', { name })}
            icon={<ArrowUp size={16} />}
            // Not disabled, which would drop the focus when the row has just arrived there.
            aria-disabled={index === 0}
            onClick={() => index > 0 && onMove(id, index - 1)}
          />
          <IconButton
            label={text('ui.reorder.down', { name })}
            icon={<ArrowDown size={16} />}
            aria-disabled={index === count - 1}
            onClick={() => index < count - 1 && onMove(id, index + 1)}
          />
        </>
      )}
    </li>
  )
}
