import { CSV_PREVIEW_ROWS, importCsv, previewCsv } from '@lintel/contract/calls/phonebook-files'
import type { CsvImport, CsvRow } from '@lintel/contract/calls/phonebook-files'
import { Refusal } from '@lintel/contract/fault'
import { serve } from '@lintel/front-door/serve'
import type { ServedCall } from '@lintel/front-door/serve'
import type { Device } from '../../device.ts'
import { checksOf } from './check-entry.ts'
import { openCsvBook } from './csv-book.ts'
import { csvLines } from './csv-lines.ts'
import { bytesOf } from './images.ts'

/** Contacts by CSV: what a file would change, and the change. */
export function csvCalls(device: Device): ServedCall[] {
  const { phonebook } = device
  return [
    serve(previewCsv, async ({ file }) => {
      const lines = csvLines(await bytesOf(file))
      const book = openCsvBook(device)
      const rows = lines.map((line) => book.take(line))
      return summaryOf(rows, book.newOrganisations(), phonebook.version())
    }),
    serve(importCsv, async ({ fields: { version }, file }) => {
      const lines = csvLines(await bytesOf(file))
      // From here on in one turn of the event loop, so that no other change comes between.
      if (phonebook.version() !== version) {
        throw new Refusal('conflict', 'The phonebook has changed since the preview.')
      }
      const book = openCsvBook(device)
      const rows = lines.map((line) => book.take(line))
      phonebook.set(book.entries(), checksOf(device))
      return summaryOf(rows, book.newOrganisations(), phonebook.version())
    }),
  ]
}

/** Which rows a preview shows first. */
const ORDER: Readonly<Record<CsvRow['action'], number>> = { refuse: 0, add: 1, change: 2, same: 3 }

function summaryOf(
  rows: readonly CsvRow[],
  organisations: readonly string[],
  version: string,
): CsvImport {
  const count = (action: CsvRow['action']) => rows.filter((row) => row.action === action).length
  const first = rows.toSorted(
    (one, other) => ORDER[one.action] - ORDER[other.action] || one.line - other.line,
  )
  return {
    add: count('add'),
    change: count('change'),
    same: count('same'),
    refuse: count('refuse'),
    organisations,
    rows: first.slice(0, CSV_PREVIEW_ROWS),
    version,
  }
}
