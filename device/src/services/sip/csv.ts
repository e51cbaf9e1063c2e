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
