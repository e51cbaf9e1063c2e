import * as v from 'valibot'
import { downloadCall, uploadCall } from '../call.ts'
import { faultJson } from '../fault-json.ts'
import type { Problem } from '../rules/problem.ts'

const admin = { access: 'admin', proof: 'own design' } as const

/** The largest file of an import in bytes, and how many there may be. Own. */
export const IMPORT_FILE_MAX = 314_572_800
export const IMPORT_FILES_MAX = 16

/** The most entries of a phonebook. Own. */
export const ENTRIES_MAX = 50_000

export const importPhonebook = uploadCall({
  ...admin,
  id: 'phonebook.import',
  path: '/vapix/axdsapi',
  publicPath: '/vapix/intercom',
  selectedBy: 'removeAll',
  effect: 'write',
  summary:
    'Replaces the whole phonebook by the entries of these files, which are together one book, or changes nothing.',
  source: 'B §7 Phonebook and reader service',
  part: 'file',
  several: true,
  maxFiles: IMPORT_FILES_MAX,
  maxBytes: IMPORT_FILE_MAX,
  request: v.object({ removeAll: v.literal('true') }),
  format: faultJson<Record<string, never>>(),
})

export const exportPhonebook = downloadCall({
  ...admin,
  id: 'phonebook.export',
  path: '/vapix/axdsapi/ExportPhonebookEntries',
  publicPath: '/vapix/intercom/ExportPhonebookEntries',
  effect: 'read',
  summary:
    'Returns the whole phonebook as a file that can be imported again, with images if `includeImageFile` is `true`.',
  source: 'B §7 Phonebook and reader service',
  request: v.object({ includeImageFile: v.optional(v.picklist(['true', 'false']), 'false') }),
  contentType: 'application/json',
})

/** The columns of a CSV file, in any order and case. Only names are needed. */
export const CSV_COLUMNS = [
  'organisation',
  'department',
  'firstName',
  'lastName',
  'speedDial',
  'address',
  'account',
] as const
export type CsvColumn = (typeof CSV_COLUMNS)[number]

/** Rows of a preview, at most; the counts are of all. */
export const CSV_PREVIEW_ROWS = 500
/** The most rows of a CSV file, and its largest size in bytes. */
export const CSV_ROWS_MAX = 20_000
export const CSV_MAX = 10_485_760

/** What an import does with a row: the contact of the same name in the same organisation is changed. */
export interface CsvRow {
  /** Of the file, from 1. */
  line: number
  action: 'add' | 'change' | 'same' | 'refuse'
  values: Partial<Record<CsvColumn, string>>
  /** The columns that change an existing contact. */
  changes: readonly CsvColumn[]
  /** Why it is refused. */
  problems: readonly { column: CsvColumn | 'line'; problem: Problem }[]
}

/** What a CSV file would change, or has changed. */
export interface CsvImport {
  add: number
  change: number
  same: number
  refuse: number
  /** The organisations that do not exist yet. */
  organisations: readonly string[]
  /** Refused rows first, then those that change something; at most `CSV_PREVIEW_ROWS`. */
  rows: readonly CsvRow[]
  /** The version of the phonebook that this is about. */
  version: string
}

const csv = {
  ...admin,
  own: true,
  source: 'own design',
  part: 'file',
  maxBytes: CSV_MAX,
  format: faultJson<CsvImport>(),
} as const

export const previewCsv = uploadCall({
  ...csv,
  id: 'phonebook.previewCsv',
  path: '/lintel/phonebook/csv/preview',
  effect: 'read',
  summary:
    'Tells what the contacts of a CSV file would add and change, and which rows are refused and why. Columns: `organisation`, `department`, `firstName`, `lastName`, `speedDial`, `address`, `account` (name or id).',
  request: v.object({}),
})

export const importCsv = uploadCall({
  ...csv,
  id: 'phonebook.importCsv',
  path: '/lintel/phonebook/csv',
  effect: 'write',
  summary:
    'Adds and changes contacts by a CSV file, without its refused rows; nothing if the phonebook has another version than the preview.',
  request: v.object({ version: v.string() }),
})
