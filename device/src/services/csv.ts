import { PAGE_LIMIT } from '@lintel/contract/collection'
import type { PageRequest } from '@lintel/contract/collection'

/** What begins a formula; some spreadsheets take wide characters for the usual ones. Source: OWASP, CSV Injection. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * One line of a CSV file (RFC 4180). Text that a spreadsheet would take for a formula gets an
 * apostrophe before it: callers choose their names.
 */
export function csvLine(values: readonly (string | number | boolean)[]): string {
  return `${values.map(field).join(',')}\r\n`
}

function field(value: string | number | boolean): string {
  if (typeof value !== 'string') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/**
 * All rows that the filter finds, as a CSV file.
 * @param page a page of a collection
 */
export function csvOf<Column extends string>(
  columns: readonly Column[],
  page: (request: PageRequest) => { items: readonly Record<Column, string | number | boolean>[] },
  filter: string,
): string {
  const lines = [csvLine(columns)]
  for (let offset = 0; ; offset += PAGE_LIMIT) {
    const { items } = page({ offset, limit: PAGE_LIMIT, filter })
    for (const row of items) lines.push(csvLine(columns.map((column) => row[column])))
    if (items.length < PAGE_LIMIT) return lines.join('')
  }
}
