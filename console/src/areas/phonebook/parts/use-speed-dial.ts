import { problem } from '@lintel/contract/rules/problem'
import type { Problem } from '@lintel/contract/rules/problem'
import { useFieldValue } from '@lintel/ui/form'
import type { FieldName, Form, FormValues } from '@lintel/ui/form'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { PhonebookEntry } from '@lintel/contract/phonebook-entries'
import { queryClient } from '../../../app/query-client.ts'
import { FILTER_PAUSE } from '../../../app/timing.ts'
import { nameOf, speedDialQuery } from './queries.ts'

/**
 * The problem of a speed dial that another contact or call group has, as far as the device has been
 * asked. B §5, OPEN-55.
 * @param own the id of the entry that the form is about
 */
export function takenSpeedDial(value: string, own: string): Problem | undefined {
  const known = queryClient.getQueryData<PhonebookEntry[]>(speedDialQuery(value).queryKey)
  const owner = known?.find(({ id }) => id !== own)
  return owner && problem('phonebook.keyTriggerExists', { owner: nameOf(owner) })
}

/**
 * Asks the device who has the speed dial of a form: after it was typed, and before it is saved.
 * @returns the form's `submit`, which asks first
 */
export function useSpeedDial<V extends FormValues & { speedDial: string }>(
  form: Form<V>,
): () => void {
  const name = 'speedDial' as FieldName<V>
  const value = useFieldValue(form, name) as string
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), FILTER_PAUSE)
    return () => clearTimeout(timer)
  }, [value])
  const { data } = useQuery({ ...speedDialQuery(settled), enabled: settled !== '' })
  const { getFieldState, trigger, getValues } = form.methods
  useEffect(() => {
    const path = name as Parameters<typeof trigger>[0] & Parameters<typeof getFieldState>[0]
    const { isTouched, isDirty, invalid } = getFieldState(path)
    if (data && (isTouched || isDirty || invalid)) void trigger(path)
  }, [data, name, getFieldState, trigger])
  const { submit } = form
  return useCallback(() => {
    async function ask(): Promise<void> {
      const typed = (getValues() as { speedDial: string }).speedDial
      // A device that doesn't answer refuses the save too, and says why.
      await queryClient.fetchQuery(speedDialQuery(typed)).catch(() => undefined)
      submit()
    }
    void ask()
  }, [getValues, submit])
}
