import { parsedJson } from './inputs.ts'
import type { ReplayAnswer } from './replay-answer.ts'

interface Entry {
  id?: string
  type?: string
  keyTrigger?: string
  organisationId?: string
  childIds?: readonly string[]
}

interface Filter {
  type?: string
  keyTrigger?: string
  ids?: readonly string[]
  organisationId?: string
}

/**
 * The entries that match a filter, from the answer with all of them.
 * @param input the input of the call in JSON
 */
export function phonebookOf(all: ReplayAnswer, input: string): ReplayAnswer {
  const { filter = {} } = (parsedJson(input) ?? {}) as { filter?: Filter | string }
  const wanted: Filter = typeof filter === 'string' ? { type: filter } : filter
  const { phonebookEntries } = (parsedJson(all.body) ?? {}) as { phonebookEntries?: Entry[] }
  if (!phonebookEntries) return all
  const { organisationId } = wanted
  const inOrganisation = new Set(
    phonebookEntries.flatMap(({ id, childIds = [] }) => (id === organisationId ? childIds : [])),
  )
  const found = phonebookEntries.filter(
    (entry) =>
      (wanted.type === undefined || entry.type === wanted.type) &&
      (wanted.keyTrigger === undefined || entry.keyTrigger === wanted.keyTrigger) &&
      (organisationId === undefined ||
        entry.organisationId === organisationId ||
        inOrganisation.has(entry.id ?? '')) &&
      (wanted.ids === undefined || wanted.ids.includes(entry.id ?? '')),
  )
  return { ...all, body: JSON.stringify({ phonebookEntries: found }) }
}
