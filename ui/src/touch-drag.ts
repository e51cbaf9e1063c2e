/** Dragging rows with a finger: the browsers' own drag and drop begins with a long press, if at all. */

/** The edge of a row at which a dragged row would be dropped; `top` is also the start of a tile. */
export type Edge = 'top' | 'bottom' | undefined

/** A row that can be dragged, and onto which others of its list can be dropped. */
export interface TouchRow {
  row: HTMLElement
  grip: HTMLElement
  id: string
  listId: string
  edgeAt: (point: { clientX: number; clientY: number }) => Edge
  onDragged: (dragged: boolean) => void
  onOver: (edge: Edge) => void
  onDrop: (id: string, edge: Edge) => void
}

/** How close to the top or bottom of the window a finger scrolls the page, in pixels. */
const SCROLL_ZONE = 110
/** The most that it scrolls in a frame, in pixels. */
const SCROLL_STEP = 14

const rows = new Map<Element, TouchRow>()

/**
 * Lets a finger drag a row by its grip, whose `touch-action` must be `none`. Near the edge of the
 * window the page scrolls on, as a list is often longer than a phone is high.
 * @returns a function that undoes it
 */
export function dragByTouch(one: TouchRow): () => void {
  const { row, grip, id, listId, onDragged } = one
  let at: { clientX: number; clientY: number } | undefined
  let over: TouchRow | undefined
  let frame = 0

  /** The row of the same list under the finger. */
  const rowAt = (x: number, y: number): TouchRow | undefined => {
    for (let found = document.elementFromPoint(x, y); found; found = found.parentElement) {
      const target = rows.get(found)
      if (target) return target.listId === listId && target.id !== id ? target : undefined
    }
    return undefined
  }

  function follow() {
    if (!at) return
    frame = requestAnimationFrame(follow)
    const below = Math.max(0, at.clientY - (window.innerHeight - SCROLL_ZONE))
    const above = Math.max(0, SCROLL_ZONE - at.clientY)
    const step = ((below - above) / SCROLL_ZONE) * SCROLL_STEP
    if (step !== 0) window.scrollBy({ top: step, behavior: 'instant' })
    const target = rowAt(at.clientX, at.clientY)
    if (over !== target) over?.onOver(undefined)
    over = target
    over?.onOver(over.edgeAt(at))
  }

  function end(drops: boolean) {
    if (!at) return
    const [target, edge] = [over, over?.edgeAt(at)]
    cancelAnimationFrame(frame)
    at = undefined
    over = undefined
    row.draggable = true
    target?.onOver(undefined)
    onDragged(false)
    if (drops) target?.onDrop(id, edge)
  }

  const listening = new AbortController()
  const { signal } = listening
  grip.addEventListener(
    'pointerdown',
    (event) => {
      if (event.pointerType !== 'touch' || !event.isPrimary) return
      grip.setPointerCapture(event.pointerId)
      // A long press would begin the browser's own drag, which ends this one.
      row.draggable = false
      at = event
      onDragged(true)
      frame = requestAnimationFrame(follow)
    },
    { signal },
  )
  grip.addEventListener(
    'pointermove',
    (event) => {
      if (at) at = event
    },
    { signal },
  )
  grip.addEventListener('pointerup', () => end(true), { signal })
  grip.addEventListener('pointercancel', () => end(false), { signal })
  // A long press has no menu here.
  grip.addEventListener('contextmenu', (event) => at && event.preventDefault(), { signal })
  rows.set(row, one)
  return () => {
    end(false)
    rows.delete(row)
    listening.abort()
  }
}
