import { ArrowDown, ArrowUp } from 'lucide-react'
import type { RefObject } from 'react'
import { classNames } from './class-names.ts'
import { useText } from './i18n.tsx'
import type { Column, ListView, Selection } from './list.tsx'
import { nextSort } from './list.tsx'
import styles from './table.module.css'

interface HeadProps<T extends { id: string }> {
  columns: readonly Column<T>[]
  view: ListView
  onView: (view: ListView) => void
  selection: Selection<T> | undefined
  /** The rows that the header's checkbox selects. */
  all: readonly T[] | undefined
  /** An element at the end of the header that moves the focus out of the rows. */
  end: RefObject<HTMLSpanElement | null>
}

/** The column headers; those of sortable columns are buttons. */
export function TableHead<T extends { id: string }>(props: HeadProps<T>) {
  const { columns, view, onView, selection, all, end } = props
  return (
    <thead>
      <tr aria-rowindex={1}>
        {selection && (
          <th scope="col" className={styles['box']}>
            <SelectAll selection={selection} all={all} />
          </th>
        )}
        {columns.map((column, index) => {
          const { id, head, headHidden, sortBy, width, end: atEnd, wideOnly, spare } = column
          const sort = view.sort?.by === id ? view.sort : undefined
          const Arrow = sort?.descending === true ? ArrowDown : ArrowUp
          return (
            <th
              key={id}
              scope="col"
              className={classNames(
                atEnd && styles['end'],
                wideOnly && styles['wideOnly'],
                spare && styles['spare'],
              )}
              style={width === undefined ? undefined : { inlineSize: width }}
              aria-sort={sort && (sort.descending ? 'descending' : 'ascending')}
            >
              {sortBy === undefined ? (
                <span className={headHidden ? 'sr-only' : undefined}>{head}</span>
              ) : (
                <button
                  type="button"
                  className={styles['sort']}
                  onClick={() => onView({ ...view, sort: nextSort(view.sort, id) })}
                >
                  {head}
                  <Arrow
                    size={13}
                    className={sort ? undefined : styles['unsorted']}
                    aria-hidden="true"
                  />
                </button>
              )}
              {index === columns.length - 1 && <span ref={end} tabIndex={-1} />}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

function SelectAll<T extends { id: string }>({
  selection,
  all,
}: Pick<HeadProps<T>, 'all'> & { selection: Selection<T> }) {
  const text = useText()
  if (!all) return <span className="sr-only">{text('ui.list.selection')}</span>
  const some = all.some(({ id }) => selection.ids.has(id))
  const every = some && all.every(({ id }) => selection.ids.has(id))

  /** Rows that the filter hides stay selected, or unselected. */
  function change() {
    const ids = new Set(selection.ids)
    for (const { id } of all ?? []) {
      if (every) ids.delete(id)
      else ids.add(id)
    }
    selection.onChange(ids)
  }

  return (
    <label>
      <input
        type="checkbox"
        aria-label={text('ui.list.selectAll')}
        checked={every}
        ref={(box) => {
          if (box) box.indeterminate = some && !every
        }}
        onChange={change}
      />
    </label>
  )
}
