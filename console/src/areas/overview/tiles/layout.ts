/** How the tiles fill the grid. */
import { useLayoutEffect, useRef, useState } from 'react'

/** Rows of the grid that a tile takes. */
export const ROWS = { small: 1, normal: 2, high: 3, tall: 4 } as const
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

/** A block that may take more columns where that fills the grid. */
export interface Elastic extends Block {
  most: number
}

/** The live picture, where it isn't in a column of its own; on wide screens it takes the room. */
export function pictureIn(columns: number): Elastic {
  const wide = columns < 5 ? 2 : 3
  return { columns: wide, rows: 4, most: wide }
}

/**
 * How many columns each block takes: those that leave the fewest cells empty. Where several do, the
 * widest block grows first, then as few of the others as possible.
 * @param columns of the grid
 */
export function columnsThatFill(columns: number, blocks: readonly Elastic[]): number[] {
  const widthsOf = ({ columns: least, most }: Elastic) =>
    Array.from({ length: Math.max(1, Math.min(most, columns) - least + 1) }, (_, at) => least + at)
  const most = Math.max(...blocks.map((block) => block.most))
  const costOf = (chosen: readonly number[]) =>
    blocks.reduce(
      (cost, block, at) =>
        cost + ((chosen[at] ?? 1) - block.columns) * (block.most === most ? 1 : most),
      0,
    )
  const choices = blocks
    .reduce<number[][]>(
      (found, block) =>
        found.flatMap((chosen) => widthsOf(block).map((width) => [...chosen, width])),
      [[]],
    )
    .map((chosen) => ({ chosen, cost: costOf(chosen) }))
    .toSorted((one, other) => one.cost - other.cost)
  let best: number[] = []
  let fewest = Infinity
  for (const { chosen } of choices) {
    if (fewest === 0) break
    const empty = emptyCells(
      columns,
      blocks.map((block, at) => ({ ...block, columns: chosen[at] ?? 1 })),
    )
    if (empty >= fewest) continue
    best = chosen
    fewest = empty
  }
  return best
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
    // Columns that only a tile too wide for the grid has made are 0 wide.
    const measure = () => {
      const widths = getComputedStyle(grid).gridTemplateColumns.split(' ')
      setColumns(Math.max(1, widths.filter((width) => Number.parseFloat(width) > 0).length))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(grid)
    return () => observer.disconnect()
  }, [])
  return { columns, child }
}
