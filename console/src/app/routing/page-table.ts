import type { Role } from '@lintel/contract/access'
import { mayCall } from '@lintel/contract/access'
import type { MessageId } from '@lintel/contract/messages'
import type { ComponentType } from 'react'
import type { PageIconName } from '../shell/page-icon.tsx'
import type { Condition, Viewpoint } from '../conditions.ts'
import { hasNeedsOf } from '../needs.ts'

/** The groups of the sidebar, in their fixed order (OPEN-09). A §2 Sidebar. */
export const GROUPS = ['main', 'voip', 'hardware', 'audio', 'events', 'network', 'system'] as const

export type Group = (typeof GROUPS)[number]

/** An address of the console, and who may open it. */
export interface Row {
  /** With `$name` for a variable part; the first row that matches an address is its row. */
  path: string
  /** Its group in the sidebar; pages below another page are not listed. */
  group?: Group
  /** The minimum role. A §2 Routes and minimum permission. */
  role: Role
  /** Whether this device has it. */
  when?: Condition
}

/** A row with its page. Routes, guard, sidebar, search and titles are derived from these. */
export interface Page extends Row {
  titleId: MessageId
  /** Its name as a tab: rows with the same title are the tabs of one page, in this order. */
  tabId?: MessageId
  /** Another name as a tab, on devices where it shows something else. */
  otherTabId?: (device: Viewpoint) => MessageId | undefined
  icon?: PageIconName
  /** Rendered without the sidebar, with a link to the overview instead. A §2 Sidebar. */
  bare?: boolean
  load: () => Promise<ComponentType>
}

/** First parts of addresses under which each page is an area of its own, `sip-accounts`. */
const WITH_AREAS: readonly string[] = ['sip']

/**
 * The area of an address: its first part in kebab case, `io-ports` for `/ioPorts/edit/$port`. It
 * names the folders of its pages, messages and browser tests.
 */
export function areaOf({ path }: Pick<Row, 'path'>): string {
  const [, first = '', second = ''] = path.split('/')
  if (WITH_AREAS.includes(first)) return `${first}-${second}`
  return first === '' ? 'overview' : first.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/**
 * Areas that share texts with others: the settings of the wizard (`setup`), the overlay (`restart`),
 * the problems of files, images, and accounts.
 */
const SHARED: Readonly<Record<string, readonly string[]>> = {
  network: ['setup'],
  datetime: ['setup'],
  maintenance: ['restart'],
  audioclips: ['files'],
  phonebook: ['image'],
  'display-config': ['image'],
  onvif: ['users'],
}

/** The areas whose messages the pages of an area need. */
export const messageAreasOf = (area: string): string[] => [area, ...(SHARED[area] ?? [])]

/** Whether the row's page is built; other rows are not shown anywhere. */
export const isBuilt = (row: Row | Page): row is Page => 'load' in row

export const mayOpen = (row: Row, { groups }: Viewpoint): boolean =>
  mayCall(row.role, groups, 'ready')

/** Whether this person can open the page on this device. */
export function isOpen(row: Row, viewpoint: Viewpoint): boolean {
  return (
    mayOpen(row, viewpoint) &&
    hasNeedsOf(areaOf(row), viewpoint) &&
    (row.when === undefined || row.when(viewpoint) === true)
  )
}

/** The open pages of each group, sorted by translated title; empty groups are omitted. A §2. */
export function sidebarOf(
  rows: readonly (Row | Page)[],
  viewpoint: Viewpoint,
  titleOf: (page: Page) => string,
  language: string,
): { group: Group; pages: Page[] }[] {
  const collator = new Intl.Collator(language)
  const open = rows.filter(isBuilt).filter((page) => isOpen(page, viewpoint))
  return GROUPS.map((group) => ({
    group,
    pages: open
      .filter((page) => page.group === group)
      .toSorted((a, b) => collator.compare(titleOf(a), titleOf(b))),
  })).filter(({ pages }) => pages.length > 0)
}

/** The sidebar page of an address: itself, or the one above it. */
export function sidebarPathOf(rows: readonly Row[], pathname: string): string | undefined {
  const above = rows
    .filter((row) => row.group !== undefined)
    .filter(({ path }) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
  return above.toSorted((a, b) => b.path.length - a.path.length)[0]?.path
}
