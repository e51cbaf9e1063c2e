import { useUnsaved } from '@lintel/ui/unsaved'
import { useRef, useState } from 'react'

/** Values of the device with what is typed over them and not saved yet. */
export interface Draft<V> {
  values: V
  set: (part: Partial<V>) => void
  dirty: boolean
  /** How many values differ. */
  changes: number
  saving: boolean
  held: false
  /** Why the last save failed. */
  failure: unknown
  save: () => void
  discard: () => void
}

/**
 * A form of values that change by touch. It stands without the form kit, which weighs more than the
 * page that it would be for. What fails to be saved stays typed.
 * @param saved what the device has; values that nobody touched follow it
 */
export function useDraft<V extends object>(
  saved: V,
  write: (before: V, after: V) => Promise<void>,
): Draft<V> {
  const [typed, setTyped] = useState<Partial<V>>({})
  const [saving, setSaving] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const busy = useRef(false)
  const names = (Object.keys(typed) as (keyof V)[]).filter((name) => typed[name] !== saved[name])
  const values = { ...saved, ...typed }
  const dirty = names.length > 0
  useUnsaved(dirty)

  async function save() {
    if (busy.current || !dirty) return
    busy.current = true
    setSaving(true)
    setFailure(undefined)
    try {
      await write(saved, values)
      // What was typed while the save was under way is the next change.
      setTyped((now) => withoutSame(now, values))
    } catch (fault) {
      setFailure(fault)
    } finally {
      busy.current = false
      setSaving(false)
    }
  }

  return {
    values,
    set: (part) => setTyped((before) => ({ ...before, ...part })),
    dirty,
    changes: names.length,
    saving,
    held: false,
    failure,
    save: () => void save(),
    discard() {
      setTyped({})
      setFailure(undefined)
    },
  }
}

function withoutSame<V extends object>(typed: Partial<V>, written: V): Partial<V> {
  const kept = Object.entries(typed).filter(([name, value]) => value !== written[name as keyof V])
  return Object.fromEntries(kept) as Partial<V>
}
