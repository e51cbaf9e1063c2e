import type { ComboboxOption, ComboboxSearch } from '@lintel/ui/combobox'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { FILTER_PAUSE } from '../../../app/timing.ts'
import { contactNamesQuery, findContactsQuery } from './queries.ts'

/** The names of these contacts by their ids, as far as they are known yet. */
export function useContactNames(ids: readonly string[]): ReadonlyMap<string, string> {
  const { data } = useQuery({ ...contactNamesQuery(ids), enabled: ids.length > 0 })
  return data ?? NO_NAMES
}

const NO_NAMES: ReadonlyMap<string, string> = new Map()

/**
 * The contacts that a box offers, found on the device by what is typed.
 * @param value the id of the chosen contact
 * @param options `onlyVms` offers only those that are called by the video management software first
 */
export function useContacts(
  value: string,
  options: { onlyVms: boolean; without: readonly string[] },
): { options: ComboboxOption[]; search: ComboboxSearch } {
  const { onlyVms, without } = options
  const [typed, setTyped] = useState('')
  const [filter, setFilter] = useState('')
  useEffect(() => {
    // An empty box shows all at once.
    const timer = setTimeout(() => setFilter(typed), typed === '' ? 0 : FILTER_PAUSE)
    return () => clearTimeout(timer)
  }, [typed])
  const { data, isPlaceholderData } = useQuery({
    ...findContactsQuery(filter, onlyVms),
    placeholderData: keepPreviousData,
  })
  const valueLabel = useContactNames(value === '' ? [] : [value]).get(value) ?? ''
  const hidden = without.join(' ')
  const shown = useMemo(() => {
    const ids = hidden.split(' ')
    return (data?.contacts ?? [])
      .filter(({ id }) => !ids.includes(id))
      .map(({ id, name, organisation, keyTrigger }) => ({
        value: id,
        label: name,
        note: organisation,
        end: keyTrigger,
      }))
  }, [data, hidden])
  const omitted = (data?.contacts.length ?? 0) - shown.length
  return {
    options: shown,
    search: {
      onSearch: setTyped,
      found: data === undefined || isPlaceholderData ? undefined : filter,
      total: (data?.total ?? 0) - omitted,
      valueLabel,
    },
  }
}
