import { isLost } from '@lintel/contract/fault'
import type { Checked, Form } from '@lintel/ui/form'
import { useSettingsForm } from '@lintel/ui/form'
import { useEffect, useState } from 'react'
import { queryClient } from '../query-client.ts'
import { ChangedMeanwhile } from './changed-meanwhile.ts'

/** What a form can hold. */
type Values = Parameters<typeof useSettingsForm>[0]['values']

interface StoredFormOptions<V extends Values> {
  /** What the device has. */
  stored: V
  same: (one: V, other: V) => boolean
  /** Whether what was sent over `before` is stored, where the device has it in another way; else `same`. */
  isStored?: (stored: V, sent: V, before: V) => boolean
  check?: (values: V) => Checked<V>
  holdOnWarnings?: boolean
  /** @throws ChangedMeanwhile when the device has something else than `before` by now */
  save: (before: V, values: V) => Promise<void>
  onSaved: (values: V) => void
}

/**
 * A form over what several people may change: who saves over a change that they have not seen is
 * told first, and keeps what they typed. A save that failed counts as one after all when the device
 * turns out to have what was sent; when the answer got lost, it is asked.
 * @returns the form, and whether that has just happened
 */
export function useStoredForm<V extends Values>(
  options: StoredFormOptions<V>,
): { form: Form<V>; overtaken: boolean } {
  const { stored, same, isStored = same, check, holdOnWarnings = false, save, onSaved } = options
  const [overtaken, setOvertaken] = useState(false)
  // What the person has seen: while something is typed, others' changes do not become its base.
  const [base, setBase] = useState(stored)
  const [failed, setFailed] = useState<{ sent: V; before: V }>()
  const form = useSettingsForm<V>({
    values: stored,
    ...(check ? { check } : {}),
    holdOnWarnings,
    save: async (sent) => {
      setOvertaken(false)
      setFailed(undefined)
      try {
        await save(base, sent)
        setBase(sent)
      } catch (fault) {
        if (fault instanceof ChangedMeanwhile) {
          setOvertaken(true)
          setBase(fault.now as V)
        } else {
          setFailed({ sent: { ...sent }, before: base })
        }
        if (isLost(fault)) void queryClient.invalidateQueries()
        throw fault
      }
    },
    onSaved,
  })
  const { dirty, saving, failure, settle } = form
  // An answer that got lost hid a success: once the device has what was sent, that is saved.
  const open = saving || !failure ? undefined : failed
  const saved = open && isStored(stored, open.sent, open.before) ? open.sent : undefined
  if ((!dirty || saved) && !same(base, stored)) setBase(stored)
  useEffect(() => {
    if (saved) settle(saved)
  }, [saved, settle])
  return { form, overtaken }
}
