import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { dragByTouch } from './touch-drag.ts'
import type { Edge } from './touch-drag.ts'

export type { Edge }

/**
 * Makes a row of a list draggable, by mouse and finger, and a drop target for others of the same
 * list. In its own module because the library adds 6 kB that only lists need.
 * @returns a function that undoes it
 */
export function dragRow(options: {
  row: HTMLElement
  /** The drag handle. */
  grip: HTMLElement
  id: string
  listId: string
  /** Whether rows are beside each other. */
  across?: boolean
  onDragged: (dragged: boolean) => void
  /** Called with the edge at which another row would be dropped; undefined when it leaves. */
  onOver: (edge: Edge) => void
  onDrop: (id: string, edge: Edge) => void
}): () => void {
  const { row, grip, id, listId, across = false, onDragged, onOver, onDrop } = options
  const edgeAt = ({ clientX, clientY }: { clientX: number; clientY: number }): Edge => {
    const { left, top, width, height } = row.getBoundingClientRect()
    const before = across ? clientX < left + width / 2 : clientY < top + height / 2
    return before ? 'top' : 'bottom'
  }
  return combine(
    draggable({
      element: row,
      dragHandle: grip,
      getInitialData: () => ({ listId, id }),
      onDragStart: () => onDragged(true),
      onDrop: () => onDragged(false),
    }),
    dropTargetForElements({
      element: row,
      canDrop: ({ source }) => source.data['listId'] === listId,
      onDrag: ({ source, location }) =>
        onOver(source.data['id'] === id ? undefined : edgeAt(location.current.input)),
      onDragLeave: () => onOver(undefined),
      onDrop({ source, location }) {
        onOver(undefined)
        const dropped = source.data['id']
        if (typeof dropped !== 'string' || dropped === id) return
        onDrop(dropped, edgeAt(location.current.input))
      },
    }),
    dragByTouch({ row, grip, id, listId, edgeAt, onDragged, onOver, onDrop }),
  )
}

/** How long a row takes to its new place, in milliseconds. */
const SLIDE = 160

/**
 * Lets the rows of a list slide to their new places when one of them moves, and new ones appear, so
 * that people see what went where; not for those who want no motion. The list is in its new order at
 * once: nothing has to wait.
 * @returns stops it
 */
export function slideRows(list: HTMLElement): () => void {
  let places = new Map<Element, number>()
  const rows = () => Array.from(list.children) as HTMLElement[]
  const note = () => {
    places = new Map(rows().map((row) => [row, row.offsetTop]))
  }
  const observer = new MutationObserver(() => {
    const before = places
    note()
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const [row, place] of places) {
      const from = before.get(row)
      if (from === place) continue
      const start = from === undefined ? { opacity: 0 } : { translate: `0 ${from - place}px` }
      row.animate([start, {}], { duration: SLIDE, easing: 'ease-out' })
    }
  })
  note()
  observer.observe(list, { childList: true })
  // Other reasons may have moved the rows since.
  const before = ['pointerdown', 'keydown', 'dragstart'] as const
  for (const type of before) list.addEventListener(type, note, true)
  return () => {
    observer.disconnect()
    for (const type of before) list.removeEventListener(type, note, true)
  }
}
