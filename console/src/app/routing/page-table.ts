import type { Role } from '@lintel/contract/access'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { mayCall } from '@lintel/contract/access'
import type { ComponentType } from 'react'

/** The groups of the sidebar, in their fixed order; `main` has no heading. A §2 Sidebar. */
export const GROUPS = ['main', 'system'] as const

export type Group = (typeof GROUPS)[number]

/** One page of the console. Routes, guard, sidebar and titles are made from these. */
export interface Page {
  /** With `$name` for a part that varies. */
  path: string
  titleId: string
  /** Where it stands in the sidebar; pages below another page stand nowhere. */
  group?: Group
  icon?: ComponentType<{ size?: number }>
  /** The least role that may open it. A §2 Routes and minimum permission. */
  role: Role
  /** Whether this device has it. */
  when?: (parameters: ParameterValues) => boolean
  /** Whose words it needs. */
  area: string
  load: () => Promise<ComponentType>
}

/** Whose eyes the table is read with. */
export interface Viewpoint {
  groups: readonly string[]
  parameters: ParameterValues
}

/** Whether a page is open to this person on this device. */
export function isOpen(page: Page, { groups, parameters }: Viewpoint): boolean {
  return mayCall(page.role, groups, 'ready') && (page.when?.(parameters) ?? true)
}

/** The open pages of each group, sorted by their translated title; groups without pages are left out. A §2. */
export function sidebarOf(
  pages: readonly Page[],
  viewpoint: Viewpoint,
  titleOf: (page: Page) => string,
  language: string,
): { group: Group; pages: Page[] }[] {
  const collator = new Intl.Collator(language)
  return GROUPS.map((group) => ({
    group,
    pages: pages
      .filter((page) => page.group === group && isOpen(page, viewpoint))
      .toSorted((a, b) => collator.compare(titleOf(a), titleOf(b))),
  })).filter((entry) => entry.pages.length > 0)
}

/** The page of the sidebar that an address belongs to: itself, or the one above it. */
export function sidebarPathOf(pages: readonly Page[], pathname: string): string | undefined {
  const above = pages
    .filter((page) => page.group !== undefined)
    .filter(({ path }) => pathname === path || (path !== '/' && pathname.startsWith(`${path}/`)))
  return above.toSorted((a, b) => b.path.length - a.path.length)[0]?.path
}
