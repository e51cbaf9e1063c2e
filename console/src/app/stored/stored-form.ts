import { ChangedMeanwhile } from '@lintel/contract/compare-and-write'
import type { Problem } from '@lintel/contract/rules/problem'
import type { Checked, Form, FormValues } from '@lintel/ui/form'
import { useSettingsForm } from '@lintel/ui/form'
import { useEffect, useRef, useState } from 'react'
import { sameRecord } from './same-record.ts'
import { PartlySaved } from './stored-setting.ts'
import type { Basis, StoredSetting } from './stored-setting.ts'

type FieldNameOf<V extends FormValues> = Parameters<Form<V>['methods']['getFieldState']>[0]

interface StoredFormOptions<S, V extends FormValues, O> {
  /** The query's data; the setting has values in it, or there is no form to show. */
  state: S
  /** Values that change on their own, like a clock's; typed values stay. */
  running?: Partial<V>
  /** While something is unsaved, untouched fields don't follow the device either. */
  hold?: boolean
  check?: (values: V) => Checked<V>
  checkOn?: 'blur' | 'submit'
  holdOnWarnings?: boolean
  failure?: Problem
  /** The message for a save that stored the settings, but not what was to follow. */
  half?: Problem
  /**
   * @param elsewhere where the page continues, if the save leads away from here
   */
  onSaved: (saved: { sent: V; stored: V; elsewhere: O | undefined }) => void
  onFailed?: (fault: unknown, sent: V, form: Form<V>) => void
}

interface StoredForm<V extends FormValues> {
  form: Form<V>
  /** The device's values, as the form shows them. */
  shown: V
  /** The last save was not made because somebody else has changed the setting. */
  changed: boolean
  /** The last save stored the settings, but what was to follow failed. */
  partly: boolean
}

/**
 * The form of a stored setting. It does not save over a change that the person has not seen: it
 * shows the change first, and keeps what they typed. A save whose answer got lost counts as a
 * success if the device turns out to have what was sent.
 */
export function useStoredForm<S, V extends FormValues, O = never>(
  setting: StoredSetting<S, V, O>,
  options: StoredFormOptions<S, V, O>,
): StoredForm<V> {
  const { state, running, hold = false, check, checkOn, holdOnWarnings = false, failure } = options
  const { same, proves } = setting
  const stored = valuesIn(setting, state)
  const [shown, setShown] = useState(stored)
  // What the person has seen: while something is typed, other people's changes don't become its
  // base.
  const [base, setBase] = useState(stored)
  const [notice, setNotice] = useState<'changed' | 'partly'>()
  // The names of values that somebody else has changed too.
  const [disputed, setDisputed] = useState<readonly string[]>()
  const [failed, setFailed] = useState<{ sent: V; basis: Basis<V> }>()
  // What a clock shows during the save was not typed by anybody.
  const [atSave, setAtSave] = useState<Partial<V>>()
  const saved = useRef<{ stored: V; elsewhere: O | undefined }>({ stored, elsewhere: undefined })

  const form = useSettingsForm<V>({
    values: { ...shown, ...(atSave ?? running) },
    ...(check ? { check } : {}),
    ...(checkOn ? { checkOn } : {}),
    ...(failure ? { failure } : {}),
    holdOnWarnings,
    save: async (sent) => {
      const basis = { before: base, changed: changedIn(form, sent) }
      setNotice(undefined)
      setDisputed(undefined)
      setFailed(undefined)
      setAtSave(running)
      try {
        const done = await setting.save(sent, basis)
        const now =
          'stored' in done
            ? { ...done.stored, ...only(sent, Object.keys(running ?? {})) }
            : { ...sent }
        saved.current = { stored: now, elsewhere: 'stored' in done ? undefined : done.elsewhere }
        setBase(now)
        return now
      } catch (fault) {
        if (fault instanceof PartlySaved) {
          setNotice('partly')
          const { left } = fault
          const now = { ...sent, ...only(base, left) }
          setBase(now)
          if (left) {
            // What is stored is no change any more, and the rest may turn out to be.
            form.rebase(sent, now, left)
            setFailed({ sent: { ...sent }, basis })
          }
          throw fault.cause
        }
        if (fault instanceof ChangedMeanwhile) {
          const now = fault.now as V
          setNotice('changed')
          setDisputed(Array.from(basis.changed).filter((name) => !Object.is(now[name], base[name])))
          setBase(now)
        } else {
          setFailed({ sent: { ...sent }, basis })
        }
        options.onFailed?.(fault, sent, form)
        throw fault
      } finally {
        setAtSave(undefined)
      }
    },
    onSaved: (sent) => options.onSaved({ sent, ...saved.current }),
  })

  const { dirty, saving, settle } = form
  if (!(hold && dirty) && !sameRecord(shown, stored)) setShown(stored)
  // The answer was lost, but the save succeeded: the device has what was sent.
  const open = saving || !form.failure ? undefined : failed
  const arrived = open && proves(state, open.sent, open.basis) ? open : undefined
  if ((!dirty || arrived) && !same(base, stored)) setBase(stored)
  if (arrived && notice) setNotice(undefined)
  useEffect(() => {
    if (!arrived) return
    saved.current = { stored: { ...stored, ...running }, elsewhere: undefined }
    settle(arrived.sent, saved.current.stored)
  }, [arrived, settle, stored, running])
  const partly = notice === 'partly'
  const own = partly && options.half && form.failure
  const theirs = dirty && disputed ? only(stored, disputed) : undefined
  return {
    form:
      theirs || own
        ? { ...form, theirs, ...(own ? { failure: { ...own, problem: options.half } } : {}) }
        : form,
    shown,
    changed: notice === 'changed',
    partly,
  }
}

function valuesIn<S, V extends FormValues, O>(setting: StoredSetting<S, V, O>, state: S): V {
  const values = setting.values(state)
  if (values === undefined) throw new TypeError('a form of a setting that is gone')
  return values
}

/** The names of the values that somebody has changed. */
const changedIn = <V extends FormValues>({ methods }: Form<V>, values: V): ReadonlySet<string> =>
  new Set(
    Object.keys(values).filter((name) => methods.getFieldState(name as FieldNameOf<V>).isDirty),
  )

/** The values under these names. */
const only = <V extends FormValues>(values: V, names: readonly string[] = []): Partial<V> =>
  Object.fromEntries(names.map((name) => [name, values[name as keyof V]])) as Partial<V>
