import type { Checked, Form } from '@lintel/ui/form'
import { useSettingsForm } from '@lintel/ui/form'
import { useEffect, useState } from 'react'
import { ChangedMeanwhile } from './changed-meanwhile.ts'

/** What a form can hold. */
type Values = Parameters<typeof useSettingsForm>[0]['values']

interface StoredFormOptions<V extends Values> {
  /** What the device has. */
  stored: V
  same: (one: V, other: V) => boolean
  check?: (values: V) => Checked<V>
  holdOnWarnings?: boolean
  /** @throws ChangedMeanwhile when the device has something else than `before` by now */
  save: (before: V, values: V) => Promise<void>
  onSaved: (values: V) => void
}

/**
 * A form over what several people may change: who saves over a change that they have not seen is
 * told first, and keeps what they typed.
 * @returns the form, and whether that has just happened
 */
export function useStoredForm<V extends Values>(
  options: StoredFormOptions<V>,
): { form: Form<V>; overtaken: boolean } {
  const { stored, same, check, holdOnWarnings = false, save, onSaved } = options
  const [overtaken, setOvertaken] = useState(false)
  // What the person has seen: while something is typed, others' changes do not become its base.
  const [base, setBase] = useState(stored)
  const form = useSettingsForm<V>({
    values: stored,
    ...(check ? { check } : {}),
    holdOnWarnings,
    save: async (sent) => {
      setOvertaken(false)
      try {
        await save(base, sent)
        setBase(sent)
      } catch (fault) {
        if (fault instanceof ChangedMeanwhile) {
          setOvertaken(true)
          setBase(fault.now as V)
        }
        throw fault
      }
    },
    onSaved,
  })
  const { dirty, saving, failure, methods, discard } = form
  if (!dirty && !same(base, stored)) setBase(stored)
  // An answer that got lost hid a success: once the device has what was sent, nothing is unsaved.
  useEffect(() => {
    if (dirty && !saving && failure && same(stored, methods.getValues())) discard()
  }, [dirty, saving, failure, methods, discard, same, stored])
  return { form, overtaken }
}
