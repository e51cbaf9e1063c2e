import { classNames } from './class-names.ts'
import { useText } from './i18n.tsx'
import type { Column } from './list.tsx'
import styles from './table.module.css'

const ROWS = 3

/**
 * Takes the place of a table whose rows load for the first time, like `Skeleton`: as high as its head
 * and a few rows, with the columns of the window.
 */
export function TableSkeleton<T>(props: { columns: readonly Column<T>[] }) {
  const text = useText()
  return (
    <div className={styles['skeleton']} data-skeleton="table">
      {/* Marked here, because a card indents what is marked as loading. */}
      <output className="sr-only" data-loading="">
        {text('ui.loading')}
      </output>
      <div className={styles['frame']} aria-hidden="true">
        <table className={styles['table']}>
          <thead>
            <Row {...props} Cell="th" />
          </thead>
          <tbody>
            {Array.from({ length: ROWS }, (_, row) => (
              <Row key={row} {...props} Cell="td" />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Row<T>(props: { columns: readonly Column<T>[]; Cell: 'th' | 'td' }) {
  const { columns, Cell } = props
  return (
    <tr>
      {columns.map(({ id, wideOnly, spare }) => (
        <Cell
          key={id}
          className={classNames(wideOnly && styles['wideOnly'], spare && styles['spare'])}
        >
          <span className={styles['coming']} />
        </Cell>
      ))}
    </tr>
  )
}
