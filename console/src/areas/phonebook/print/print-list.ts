/** What the printed contact list contains. Source: specification B §2, B §9. */
import type {
  CallGroupRow,
  ContactRow,
  OrganisationRow,
} from '@lintel/contract/calls/phonebook-lists'
import { fullName } from '@lintel/contract/rules/phonebook'
import { cut, RECEPTION_NAME_SHOWN } from '../../../app/cut.ts'

/** A contact or call group. */
export interface PrintedRow {
  id: string
  name: string
  /** What visitors dial; empty if that is not told. */
  speedDial: string
}

/** An organisation, with its call groups before its contacts; without a title those of none. */
export interface PrintedSection {
  id: string
  title: string
  rows: PrintedRow[]
}

/** Which parts of an organisation are printed. */
export const PARTS = ['callGroups', 'contacts'] as const
export type Part = (typeof PARTS)[number]

/** The form: what stands above the list, and what is in it. */
export type PrintValues = {
  company: string
  address: string
  message: string
  /** Whether everything is printed, and not what is `chosen`. */
  all: boolean
  /** Parts of organisations, as `<part>/<id>`, each followed by a space. */
  chosen: string
}

const keyOf = (organisation: string, part: Part) => `${part}/${organisation} `

/** Whether a part of an organisation is chosen. */
export const isChosen = (
  { chosen }: Pick<PrintValues, 'chosen'>,
  organisation: string,
  part: Part,
) => ` ${chosen}`.includes(` ${keyOf(organisation, part)}`)

/** What is chosen once this part is, or is not any more. */
export function withChoice(
  { chosen }: Pick<PrintValues, 'chosen'>,
  organisation: string,
  part: Part,
  on: boolean,
): string {
  const key = keyOf(organisation, part)
  const without = ` ${chosen}`.replace(` ${key}`, ' ').slice(1)
  return on ? without + key : without
}

/** What has been read to be printed. */
export interface Printed {
  organisations: readonly Pick<OrganisationRow, 'entry' | 'label'>[]
  contacts: readonly Pick<
    ContactRow,
    'entry' | 'firstName' | 'lastName' | 'keyTrigger' | 'organisation'
  >[]
  callGroups: readonly Pick<CallGroupRow, 'entry' | 'label' | 'keyTrigger' | 'organisation'>[]
  /** The ids of the call button's recipients, whom visitors call by the button instead. */
  recipients: ReadonlySet<string>
}

/** From this many rows on there are two columns (PHONEBOOK-108, OPEN-62). */
const TWO_COLUMNS_FROM = 16

/** The sections in the order of the organisations; those without rows are left out. */
export function sectionsOf(printed: Printed): PrintedSection[] {
  const { organisations, contacts, callGroups, recipients } = printed
  const sections = new Map<string, PrintedSection>(
    [{ entry: '', label: '' }, ...organisations].map(({ entry, label }) => [
      entry,
      { id: entry, title: label, rows: [] },
    ]),
  )
  // An organisation that was added in the meantime is missing.
  const rowsOf = (id: string) => (sections.get(id) ?? sections.get(''))?.rows
  for (const { entry, label, keyTrigger, organisation } of callGroups) {
    const name = cut(label, RECEPTION_NAME_SHOWN)
    rowsOf(organisation)?.push({ id: entry, name, speedDial: keyTrigger })
  }
  for (const { entry, keyTrigger, organisation, ...names } of contacts) {
    const speedDial = recipients.has(entry) ? '' : keyTrigger
    rowsOf(organisation)?.push({ id: entry, name: fullName(names), speedDial })
  }
  return Array.from(sections.values()).filter(({ rows }) => rows.length > 0)
}

/** The columns of the list. */
export const columnsOf = (sections: readonly PrintedSection[]): 1 | 2 =>
  sections.reduce((count, { rows }) => count + rows.length, 0) >= TWO_COLUMNS_FROM ? 2 : 1
