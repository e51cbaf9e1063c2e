import { classNames } from './class-names.ts'
import { useText } from './i18n.tsx'
import type { Column, Selection } from './list.tsx'
import styles from './table.module.css'

interface RowProps<T extends { id: string }> {
  /** Undefined while it loads. */
  row: T | undefined
  index: number
  columns: readonly Column<T>[]
  /** Whether it is the tab stop; undefined when rows can't be focused. */
  current: boolean | undefined
  onOpen: ((row: T) => void) | undefined
  selection: Selection<T> | undefined
  onSelect: (selected: boolean) => void
  measure: ((row: HTMLTableRowElement | null) => void) | undefined
}

/** Elements that handle clicks themselves. */
const CONTROLS = 'a, button, input, select, label'

export function TableRow<T extends { id: string }>(props: RowProps<T>) {
  const { row, index, columns, current, onOpen, selection, onSelect, measure } = props
  const text = useText()
  const selected = row !== undefined && selection?.ids.has(row.id) === true
  return (
    <tr
      ref={measure}
      data-index={measure ? index : undefined}
      aria-rowindex={index + 2}
      aria-selected={selection ? selected : undefined}
      aria-busy={row === undefined || undefined}
      tabIndex={current === undefined ? undefined : current ? 0 : -1}
      className={classNames(onOpen && styles['opens'])}
      onClick={(event) => {
        if (onOpen && row && !(event.target as Element).closest(CONTROLS)) onOpen(row)
      }}
    >
      {selection && (
        <td className={styles['box']}>
          {row && (
            <label>
              <input
                type="checkbox"
                aria-label={selection.label(row)}
                checked={selected}
                onChange={(event) => onSelect(event.target.checked)}
              />
            </label>
          )}
        </td>
      )}
      {columns.map(({ id, cell, end, wideOnly, spare }, column) => (
        <td
          key={id}
          className={classNames(
            end && styles['end'],
            wideOnly && styles['wideOnly'],
            spare && styles['spare'],
          )}
        >
          {row ? (
            cell(row)
          ) : (
            <span className={styles['coming']}>{column === 0 && text('ui.loading')}</span>
          )}
        </td>
      ))}
    </tr>
  )
}
