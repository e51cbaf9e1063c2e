import { CSV_COLUMNS, CSV_ROWS_MAX } from '@lintel/contract/calls/phonebook-files'
import type { CsvColumn } from '@lintel/contract/calls/phonebook-files'
import { Refusal } from '@lintel/contract/fault'
import { CsvError, parse } from 'csv-parse/sync'

/** A row of a CSV file: the values of the columns that the file has. */
export interface CsvLine {
  /** Where the row ends in the file, from 1. */
  line: number
  values: Partial<Record<CsvColumn, string>>
}

/** The separators of spreadsheets in different languages. */
const DELIMITERS = [',', ';', '\t']

/** Names of columns that people and other programs use. */
const OTHER_NAMES: Readonly<Record<string, CsvColumn>> = {
  organization: 'organisation',
  company: 'organisation',
  group: 'department',
  givenname: 'firstName',
  first: 'firstName',
  familyname: 'lastName',
  surname: 'lastName',
  last: 'lastName',
  number: 'speedDial',
  keytrigger: 'speedDial',
  sip: 'address',
  sipaddress: 'address',
  uri: 'address',
  accountid: 'account',
}

/**
 * The rows of a CSV file (RFC 4180) with names of columns in its first one.
 * @throws Refusal `invalid` if it can't be read, or has no column with names
 */
export function csvLines(bytes: Uint8Array): CsvLine[] {
  const [head, ...rows] = parsed(decoded(bytes))
  const columns = (head?.record ?? []).map(columnCalled)
  if (!columns.includes('firstName') && !columns.includes('lastName')) {
    throw new Refusal('invalid', 'The first line has no column firstName or lastName.')
  }
  if (rows.length > CSV_ROWS_MAX) {
    throw new Refusal('invalid', `The file has more than ${CSV_ROWS_MAX} rows.`)
  }
  return rows.map(({ record, info }) => {
    const values: CsvLine['values'] = {}
    for (const [at, column] of columns.entries()) {
      if (column) values[column] = (record[at] ?? '').trim()
    }
    return { line: info.lines, values }
  })
}

function columnCalled(name: string): CsvColumn | undefined {
  const plain = name.toLowerCase().replaceAll(/[\s_-]/g, '')
  return CSV_COLUMNS.find((column) => column.toLowerCase() === plain) ?? OTHER_NAMES[plain]
}

/** The text of a file in UTF-8, or as spreadsheets for Windows write it. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The separator that the first line has most of. */
function delimiterOf(text: string): string {
  const [first = ''] = text.split(/\r?\n|\r/, 1)
  const count = (delimiter: string) => first.split(delimiter).length
  return DELIMITERS.toSorted((one, other) => count(other) - count(one))[0] ?? ','
}

function parsed(text: string) {
  try {
    // The types know arrays of values only, which `info` replaces.
    return parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      info: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
      // The first line, and one row more than there may be, to tell.
      to: CSV_ROWS_MAX + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[]
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    throw new Refusal('invalid', `${cause.message}.`)
  }
}
