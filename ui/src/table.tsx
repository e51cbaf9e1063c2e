import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './table.module.css'

export interface Column<T> {
  id: string
  head: ReactNode
  cell: (row: T) => ReactNode
  /** At the end of the line, for what can be done with the row. */
  end?: boolean
  /** Left out in narrow windows; another cell says it there, or what the row opens. */
  wideOnly?: boolean
}

/** A table of records; `empty` is shown when there are none. The caption is for screen readers. */
export function Table<T>(props: {
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  empty?: ReactNode
}) {
  const { caption, columns, rows, rowKey, empty } = props
  if (rows.length === 0 && empty !== undefined) return <p className={styles['empty']}>{empty}</p>
  return (
    <div className={styles['frame']}>
      <table className={styles['table']}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, head, end, wideOnly }) => (
              <th
                key={id}
                scope="col"
                className={classNames(end && styles['end'], wideOnly && styles['wideOnly'])}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ id, cell, end, wideOnly }) => (
                <td
                  key={id}
                  className={classNames(end && styles['end'], wideOnly && styles['wideOnly'])}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
