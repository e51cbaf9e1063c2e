/** Searches for tests, with all messages of a language. */
import type { Capabilities } from '@lintel/contract/capabilities'
import type { Theme } from '@lintel/ui/theme'
import { pages } from '../../pages.ts'
import type { Page } from '../../routing/page-table.ts'
import { actionsFor } from '../actions.ts'
import type { Action } from '../actions.ts'
import { entries } from '../entries.ts'
import { find, indexOf } from '../find.ts'
import type { Index } from '../find.ts'

const catalogues = import.meta.glob<Record<string, string>>(
  ['../../../../messages/*/*.json', '../../../../../ui/messages/{ui,account}/*.json'],
  { import: 'default', eager: true },
)

/** The messages of a language, as the search has them. */
export function messagesIn(language: string): Record<string, string> {
  const files = Object.entries(catalogues).filter(([file]) => file.endsWith(`/${language}.json`))
  return Object.assign({}, ...files.map(([, messages]) => messages)) as Record<string, string>
}

export const ROLES = {
  viewer: ['viewer'],
  operator: ['operator', 'viewer'],
  admin: ['admin', 'operator', 'viewer'],
}

/** The table as if every page were built. */
export const built: readonly Page[] = pages.map((row) => ({
  titleId: 'start.starting',
  load: () => Promise.reject(new Error('not loaded here')),
  ...row,
}))

export const doorstation = (number: string) =>
  new Map([
    ['root.Brand.ProdType', 'Network Video Door Station'],
    ['root.Brand.ProdNbr', number],
    ['root.Network.IPv6.Enabled', 'yes'],
    ['root.Input.NbrOfInputs', '1'],
  ])

export interface Search {
  as?: keyof typeof ROLES
  rows?: typeof pages
  parameters?: Map<string, string>
  capabilities?: Partial<Capabilities>
  language?: string
  /** Whether actions are found too. */
  actions?: boolean
  /** The appearance in use, which is not offered. */
  theme?: Theme
}

/** The addresses of the results, and the ids of actions. */
export const search = (query: string, options: Search = {}): string[] =>
  resultsOf(query, options).map((result) => ('act' in result ? result.id : result.href))

export function resultsOf(query: string, options: Search = {}) {
  const { as = 'admin', rows = pages, language = 'en', capabilities, theme = 'light' } = options
  const parameters = options.parameters ?? doorstation('A8307-E')
  const messages = messagesIn(language)
  const viewpoint = { groups: ROLES[as], parameters, capabilities }
  // Messages with placeholders are compiled, and no place is found by one of them alone.
  const text = (id: string) => {
    const message: unknown = messages[id]
    return typeof message === 'string' ? message : id
  }
  const index = indexOf(rows, entries, viewpoint, text)
  const actions = actionsFor({ viewpoint, user: 'ann', theme }, () => {}, text)
  return find<Index[number] | Action>(
    [...(options.actions ? actions : []), ...index],
    query,
    language,
  ).results
}
