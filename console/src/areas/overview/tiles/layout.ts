/** How the tiles fill the grid. */
import { useLayoutEffect, useRef, useState } from 'react'

/** Rows of the grid that a tile takes. */
export const ROWS = { small: 1, normal: 2, tall: 4 } as const
export type Size = keyof typeof ROWS

/** Cells of the grid that something takes. */
export interface Block {
  columns: number
  rows: number
}

/** How many cells stay empty in the rows that are used, as `grid-auto-flow: dense` places the blocks. */
export function emptyCells(columns: number, blocks: readonly Block[]): number {
  const rows: boolean[][] = []
  const isTaken = (row: number, column: number) => rows[row]?.[column] === true
  const cellsOf = ({ rows: high, columns: wide }: Block, top: number, left: number) =>
    Array.from({ length: high * wide }, (_, at) => ({
      row: top + Math.floor(at / wide),
      column: left + (at % wide),
    }))
  for (const given of blocks) {
    const block = { ...given, columns: Math.min(given.columns, columns) }
    const places = columns - block.columns + 1
    for (let place = 0; ; place += 1) {
      const cells = cellsOf(block, Math.floor(place / places), place % places)
      if (cells.some(({ row, column }) => isTaken(row, column))) continue
      for (const { row, column } of cells) {
        rows[row] ??= Array.from({ length: columns }, () => false)
        rows[row][column] = true
      }
      break
    }
  }
  return rows.flat().filter((taken) => !taken).length
}

/** The most columns that a tile takes. */
const WIDEST = 3

/**
 * How many columns a tile that may be wide takes: the fewest that leave the fewest cells empty.
 * @param around what comes before it and after it
 */
export function columnsOfWide(
  columns: number,
  rows: number,
  around: { before: readonly Block[]; after: readonly Block[] },
): number {
  const emptyWith = (wide: number) =>
    emptyCells(columns, [...around.before, { columns: wide, rows }, ...around.after])
  const widths = Array.from({ length: Math.min(WIDEST, columns) }, (_, at) => at + 1)
  return widths.reduce((best, wide) => (emptyWith(wide) < emptyWith(best) ? wide : best), 1)
}

/**
 * How many columns the grid has; one until it has been laid out.
 * @returns with a ref for any child of the grid
 */
export function useColumns() {
  const child = useRef<HTMLOutputElement>(null)
  const [columns, setColumns] = useState(1)
  useLayoutEffect(() => {
    const grid = child.current?.parentElement
    if (!grid) return undefined
    const measure = () => setColumns(getComputedStyle(grid).gridTemplateColumns.split(' ').length)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(grid)
    return () => observer.disconnect()
  }, [])
  return { columns, child }
}
