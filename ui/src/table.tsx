import { Search } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { lazy, Suspense, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import type { GridFocus } from './grid-focus.ts'
import { useGridFocus } from './grid-focus.ts'
import { useText } from './i18n.tsx'
import type { Column, List, Selection } from './list.tsx'
import { LoadFailed, Loading } from './loading.tsx'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import styles from './table.module.css'
import type { Scroller } from './virtual-rows.tsx'

/** From this many rows on, only the visible ones are rendered. */
const VIRTUAL_FROM = 200
/** Shorter lists need no filter. */
const UNFILTERED_MAX = 10

const VirtualRows = lazy(async () => ({
  default: (await import('./virtual-rows.tsx')).VirtualRows,
}))

interface TableProps<T extends { id: string }> {
  /** The accessible name of the table. */
  caption: string
  columns: readonly Column<T>[]
  list: List<T>
  /** Shown in place of the table when the list has no rows. */
  empty: ReactNode
  /** The label of the filter that long lists have; undefined for no filter. */
  filterLabel?: string
  /**
   * Called on Enter or a click on a row. Like `selection`, it makes the table a grid with one tab
   * stop.
   */
  onOpen?: (row: T) => void
  selection?: Selection<T>
}

/**
 * A table of records that is sorted by its headers. Long lists have a filter above and scroll in a
 * viewport, with only the visible rows rendered.
 */
export function Table<T extends { id: string }>(props: TableProps<T>) {
  const { list, empty, filterLabel, selection } = props
  const text = useText()
  const { view } = list
  const filtered = view.filter !== ''
  const count = list.status === 'ready' ? list.count : 0
  const filters = filterLabel !== undefined && (filtered || count > UNFILTERED_MAX)
  return (
    <>
      {(filters || selection) && (
        <Tools {...props} count={list.status === 'ready' ? count : undefined} filters={filters} />
      )}
      {list.status === 'ready' && list.failed && (
        <div className={styles['notice']}>
          <LoadFailed fault={list.failed.fault} onRetry={list.failed.retry} />
        </div>
      )}
      {list.status === 'loading' && (
        <div className={styles['empty']}>
          <Loading />
        </div>
      )}
      {list.status === 'failed' && (
        <div className={styles['notice']}>
          <LoadFailed fault={list.fault} onRetry={list.retry} />
        </div>
      )}
      {list.status === 'ready' && count === 0 && (
        <div className={styles['empty']}>{filtered ? text('ui.list.noMatch') : empty}</div>
      )}
      {list.status === 'ready' && count > 0 && <Rows {...props} list={list} />}
    </>
  )
}

/** The filter, the number of rows, and the actions on the selected ones. */
function Tools<T extends { id: string }>(
  props: TableProps<T> & { count: number | undefined; filters: boolean },
) {
  const { list, filterLabel, selection, count, filters } = props
  const text = useText()
  const { view, onView } = list
  const selected = selection?.ids.size ?? 0
  return (
    <div className={styles['tools']}>
      {filters && (
        <div className={styles['filter']}>
          <Search size={16} aria-hidden="true" />
          <input
            type="search"
            autoComplete="off"
            spellCheck={false}
            aria-label={filterLabel}
            placeholder={filterLabel}
            value={view.filter}
            onChange={(event) => onView({ ...view, filter: event.target.value })}
          />
        </div>
      )}
      <output className={styles['count']}>
        {selected > 0
          ? text('ui.list.selected', { count: selected })
          : count !== undefined && text('ui.list.count', { count })}
      </output>
      {selection && selected > 0 && (
        <div className={styles['actions']}>
          <Button kind="quiet" onClick={() => selection.onChange(new Set())}>
            {text('ui.list.clear')}
          </Button>
          {selection.actions}
        </div>
      )}
    </div>
  )
}

type Ready<T> = Extract<List<T>, { status: 'ready' }>

function Rows<T extends { id: string }>(props: TableProps<T> & { list: Ready<T> }) {
  const { caption, columns, list, onOpen, selection } = props
  const { count, at, onShown } = list
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLTableSectionElement>(null)
  const before = useRef<HTMLSpanElement>(null)
  const after = useRef<HTMLSpanElement>(null)
  const scroller = useRef<Scroller>(undefined)
  const long = count > VIRTUAL_FROM
  const isGrid = onOpen !== undefined || selection !== undefined
  const grid = useGridFocus({
    count,
    view: list.view,
    body,
    before,
    after,
    page: () => scroller.current?.page(),
    ...(long && { reveal: (index: number) => scroller.current?.reveal(index) }),
    onRowKey,
  })

  useEffect(() => {
    if (!long) onShown?.(0, count - 1)
  }, [long, count, onShown])

  function select(index: number, on?: boolean) {
    const row = at(index)
    if (!selection || !row) return
    const ids = new Set(selection.ids)
    if (on ?? !ids.has(row.id)) ids.add(row.id)
    else ids.delete(row.id)
    selection.onChange(ids)
  }

  /** Space selects, Shift with an arrow extends the selection; Control+A is left to the browser. */
  function onRowKey(event: KeyboardEvent, index: number, extendFrom?: number) {
    const row = at(index)
    if (extendFrom !== undefined) {
      if (!selection || !row) return
      const ids = new Set(selection.ids)
      for (let next = Math.min(index, extendFrom); next <= Math.max(index, extendFrom); next += 1) {
        const between = at(next)
        if (between) ids.add(between.id)
      }
      selection.onChange(ids)
    } else if (event.key === ' ' && selection) {
      event.preventDefault()
      select(index)
    } else if (event.key === 'Enter' && onOpen && row) {
      event.preventDefault()
      onOpen(row)
    }
  }

  const renderRow = (index: number, measure?: (row: HTMLTableRowElement | null) => void) => (
    <TableRow
      // Cells keep their state when rows move; pages of a changing list may overlap.
      key={(list.all && at(index)?.id) ?? index}
      row={at(index)}
      index={index}
      columns={columns}
      numbered={long || isGrid}
      current={isGrid ? index === grid.current : undefined}
      onOpen={onOpen}
      selection={selection}
      onSelect={select}
      measure={measure}
    />
  )
  const handlers: Partial<GridFocus> = isGrid ? grid : {}
  return (
    <div
      ref={frame}
      className={classNames(styles['frame'], long && styles['long'])}
      // A scroll container must be reachable by keyboard; a grid scrolls its rows into view itself.
      {...(long && !isGrid && { role: 'region', 'aria-labelledby': id, tabIndex: 0 })}
    >
      <table
        className={styles['table']}
        aria-busy={list.stale || undefined}
        {...(isGrid && { role: 'grid', 'aria-multiselectable': selection ? true : undefined })}
        aria-rowcount={long ? count + 1 : undefined}
      >
        <caption id={id} className="sr-only">
          {caption}
        </caption>
        <TableHead
          columns={columns}
          view={list.view}
          onView={list.onView}
          selection={selection}
          all={list.all}
          numbered={long || isGrid}
          end={before}
        />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- of the rows, which take the focus in a grid */}
        <tbody ref={body} onKeyDown={handlers.onKeyDown} onFocus={handlers.onFocus}>
          {long ? (
            <Suspense
              fallback={
                <tr>
                  <td colSpan={columns.length}>
                    <Loading />
                  </td>
                </tr>
              }
            >
              <VirtualRows
                count={count}
                view={list.view}
                current={isGrid ? grid.current : undefined}
                frame={frame}
                scroller={scroller}
                onShown={onShown}
                renderRow={renderRow}
              />
            </Suspense>
          ) : (
            Array.from({ length: count }, (_, index) => renderRow(index))
          )}
        </tbody>
      </table>
      <span ref={after} tabIndex={-1} />
    </div>
  )
}
