import { Search } from 'lucide-react'
import type { ComponentType, KeyboardEvent, ReactNode, RefObject } from 'react'
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { EmptyState } from './empty-state.tsx'
import { useGridFocus } from './grid-focus.ts'
import { useText } from './i18n.tsx'
import { lazyComponent } from './lazy.tsx'
import { listTools } from './list-tools.tsx'
import type { Column, List, Selection } from './list.tsx'
import { LoadFailed, Loading } from './loading.tsx'
import { useRowFocus } from './row-focus.ts'
import { TableHead } from './table-head.tsx'
import { TableRow } from './table-row.tsx'
import { TableSkeleton } from './table-skeleton.tsx'
import styles from './table.module.css'
import type { Scroller } from './virtual-rows.tsx'

/** From this many rows on, only the visible ones are rendered. */
const VIRTUAL_FROM = 200
/** Shorter lists need no filter. */
const UNFILTERED_MAX = 10

const VirtualRows = lazyComponent(
  async () => (await import('./virtual-rows.tsx')).VirtualRows,
  // One cell across all columns, however many there are.
  <tr>
    <td colSpan={1000}>
      <Loading />
    </td>
  </tr>,
)

interface TableProps<T extends { id: string }> {
  /** The accessible name of the table. */
  caption: string
  columns: readonly Column<T>[]
  list: List<T>
  /** Shown in place of the table when the list has no rows. */
  empty: ReactNode
  /** The icon above that, for a list that is the content of its page. */
  icon?: ComponentType<{ size?: number; strokeWidth?: number }>
  /** The label of the filter that long lists have; undefined for no filter. */
  filterLabel?: string
  /** Short lists have the filter too, because it also applies to others on the page. */
  filterAlways?: boolean
  /** One of these others has matches, so nothing is said about there being none here but their number. */
  foundElsewhere?: boolean
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
  const { columns, list, icon, filterLabel, filterAlways = false, selection } = props
  const { foundElsewhere = false } = props
  const empty = icon ? <EmptyState icon={icon}>{props.empty}</EmptyState> : props.empty
  const text = useText()
  const { view } = list
  const body = useRef<HTMLTableSectionElement>(null)
  const filtered = view.filter !== ''
  const count = list.status === 'ready' ? list.count : 0
  // Once shown the filter stays, because it may have the focus.
  const [long, setLong] = useState(false)
  if (!long && (filtered || filterAlways || count > UNFILTERED_MAX)) setLong(true)
  const filters = filterLabel !== undefined && long
  return (
    <>
      {(filters || selection) && (
        <Tools
          {...props}
          count={list.status === 'ready' ? count : undefined}
          filters={filters}
          body={body}
        />
      )}
      {list.status === 'ready' && list.failed && (
        <div className={styles['notice']}>
          <LoadFailed fault={list.failed.fault} onRetry={list.failed.retry} />
        </div>
      )}
      {list.status === 'loading' && <TableSkeleton columns={columns} />}
      {list.status === 'failed' && (
        <div className={styles['notice']}>
          <LoadFailed fault={list.fault} onRetry={list.retry} />
        </div>
      )}
      {list.status === 'ready' && count === 0 && !(filtered && foundElsewhere) && (
        <div className={styles['empty']}>
          {!filtered ? empty : list.stale ? <Loading /> : text('ui.list.noMatch')}
        </div>
      )}
      {list.status === 'ready' && count > 0 && <Rows {...props} list={list} body={body} />}
    </>
  )
}

/** The filter, the number of rows, and the actions on the selected ones. */
function Tools<T extends { id: string }>(
  props: TableProps<T> & {
    count: number | undefined
    filters: boolean
    body: RefObject<HTMLElement | null>
  },
) {
  const { list, filterLabel, selection, count, filters, body } = props
  const text = useText()
  const { view, onView } = list
  const selected = selection?.ids.size ?? 0
  const filter = useRef<HTMLInputElement>(null)
  const hadSelection = useRef(false)
  useLayoutEffect(() => {
    // The buttons disappear with the selection, and would take the focus with them.
    if (hadSelection.current && selected === 0 && document.activeElement === document.body) {
      const row = body.current?.querySelector<HTMLElement>('tr[tabindex="0"]')
      ;(row ?? filter.current)?.focus({ preventScroll: true })
    }
    hadSelection.current = selected > 0
  }, [selected, body])
  return (
    <div className={listTools['tools']}>
      {filters && (
        <div className={listTools['filter']}>
          <Search size={16} aria-hidden="true" />
          <input
            ref={filter}
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
      <output className={listTools['count']}>
        {selected > 0
          ? text('ui.list.selected', { count: selected })
          : count !== undefined && text('ui.list.count', { count })}
      </output>
      {selection && selected > 0 && (
        <div className={listTools['actions']}>
          <Button kind="quiet" onClick={() => selection.onChange(new Set())}>
            {text('ui.list.clear')}
          </Button>
          {selection.actions}
        </div>
      )}
    </div>
  )
}

/** Selects and opens rows by their indexes. */
function rowActions<T extends { id: string }>(
  at: Ready<T>['at'],
  onOpen: TableProps<T>['onOpen'],
  selection: Selection<T> | undefined,
) {
  /** Selects the rows from one index to another, or unselects them. */
  function select(from: number, to: number, selected: boolean) {
    if (!selection) return
    const ids = new Set(selection.ids)
    for (let index = Math.min(from, to); index <= Math.max(from, to); index += 1) {
      const row = at(index)
      if (row && selected) ids.add(row.id)
      else if (row) ids.delete(row.id)
    }
    selection.onChange(ids)
  }

  /** Space selects, Shift with an arrow extends the selection; Control+A is left to the browser. */
  function onRowKey(event: KeyboardEvent, index: number, extendFrom?: number) {
    const row = at(index)
    if (extendFrom !== undefined) {
      select(extendFrom, index, true)
    } else if (event.key === ' ' && selection) {
      event.preventDefault()
      if (row) select(index, index, !selection.ids.has(row.id))
    } else if (event.key === 'Enter' && onOpen && row) {
      event.preventDefault()
      onOpen(row)
    }
  }

  return { select, onRowKey }
}

type Ready<T> = Extract<List<T>, { status: 'ready' }>

/**
 * Keys by which rows keep their elements when they move, and so the focus and what is selected in
 * them. A row that is not loaded may be another one in the next state of the list.
 */
function useKeys(at: Ready<{ id: string }>['at']): (index: number) => string {
  const [state, setState] = useState({ at, turn: 0 })
  if (state.at !== at) setState({ at, turn: state.turn + 1 })
  return useCallback(
    (index: number) => {
      const row = state.at(index)
      return row ? `row ${row.id}` : `${state.turn} ${index}`
    },
    [state],
  )
}

function Rows<T extends { id: string }>(
  props: TableProps<T> & { list: Ready<T>; body: RefObject<HTMLTableSectionElement | null> },
) {
  const { caption, columns, list, onOpen, selection, body } = props
  const { count, at, onShown } = list
  const id = useId()
  // A state and not a ref: the rows that are mounted together with it render again once it is there.
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const before = useRef<HTMLSpanElement>(null)
  const after = useRef<HTMLSpanElement>(null)
  const scroller = useRef<Scroller>(undefined)
  const long = count > VIRTUAL_FROM
  const isGrid = onOpen !== undefined || selection !== undefined
  const { select, onRowKey } = rowActions(at, onOpen, selection)
  const rowFocus = useRowFocus(body, count)
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

  const keyOf = useKeys(at)

  const renderRow = (index: number, measure?: (row: HTMLTableRowElement | null) => void) => (
    <TableRow
      key={keyOf(index)}
      row={at(index)}
      index={index}
      columns={columns}
      current={isGrid ? index === grid.current : undefined}
      onOpen={onOpen}
      selection={selection}
      onSelect={(selected) => select(index, index, selected)}
      measure={measure}
    />
  )
  return (
    <div
      ref={setFrame}
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
          end={before}
        />
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- of the rows, which take the focus in a grid */}
        <tbody
          ref={body}
          onKeyDown={isGrid ? grid.onKeyDown : undefined}
          onFocus={(event) => {
            rowFocus.onFocus(event.target)
            if (isGrid) grid.onFocus(event)
          }}
          onBlur={rowFocus.onBlur}
        >
          {long ? (
            <VirtualRows
              count={count}
              view={list.view}
              current={isGrid ? grid.current : undefined}
              frame={frame}
              scroller={scroller}
              keyOf={keyOf}
              onShown={onShown}
              renderRow={renderRow}
            />
          ) : (
            Array.from({ length: count }, (_, index) => renderRow(index))
          )}
        </tbody>
      </table>
      <span ref={after} tabIndex={-1} />
    </div>
  )
}
