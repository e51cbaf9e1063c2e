import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

/** The side of a row that a dragged one would be dropped at. */
export type Edge = 'top' | 'bottom' | undefined

/**
 * Makes a row of a list draggable, and a place to drop others of the same list at. A module of its
 * own, as the library is 6 kB that nobody needs before a list is there.
 * @returns what takes it back
 */
export function dragRow(options: {
  row: HTMLElement
  /** Where it is taken. */
  grip: HTMLElement
  id: string
  listId: string
  onDragged: (dragged: boolean) => void
  /** Where another row would go; undefined when it leaves. */
  onOver: (edge: Edge) => void
  onDrop: (id: string, edge: Edge) => void
}): () => void {
  const { row, grip, id, listId, onDragged, onOver, onDrop } = options
  const edgeAt = (y: number): Edge => {
    const { top, height } = row.getBoundingClientRect()
    return y < top + height / 2 ? 'top' : 'bottom'
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
        onOver(source.data['id'] === id ? undefined : edgeAt(location.current.input.clientY)),
      onDragLeave: () => onOver(undefined),
      onDrop({ source, location }) {
        onOver(undefined)
        const dropped = source.data['id']
        if (typeof dropped !== 'string' || dropped === id) return
        onDrop(dropped, edgeAt(location.current.input.clientY))
      },
    }),
  )
}
