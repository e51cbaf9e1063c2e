import type { Errors, Problem } from '@lintel/contract/rules/problem'
import { SettingsForm } from '@lintel/ui/form'
import type { Form, FormValues } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { CreateBar, SaveBar } from '@lintel/ui/save-bar'
import { showToast } from '@lintel/ui/toast'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { history } from '../../app/routing/history.ts'
import { useOpenAfterSave } from '../../app/routing/leave-page.ts'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import type { StoredSetting } from '../../app/stored/stored-setting.ts'
import { entryTitle } from './entry-kind.ts'
import type { EntryIds, EntryKind, EntrySubject } from './entry-kind.ts'
import type { EntryFormProps } from './entry-page.tsx'
import { withLeft } from './parts/left.ts'
import { takenSpeedDial, useSpeedDial } from './parts/use-speed-dial.ts'
import { SipOffNotice } from './sip-off-notice.tsx'

/** The form of a contact or call group, which asks the device who has a speed dial. */
export interface EntryForm<V extends FormValues> {
  form: Form<V>
  /** What `EntryFormFrame` shows of it. */
  frame: { kind: EntryKind; form: Form<V>; changed: boolean; isNew: boolean; back: string }
}

/**
 * @param setting of the subject, a constant of the module
 * @param options `check` gets a function that returns the problem of a speed dial that somebody has
 *   already; `nameOf` returns the name for people
 */
export function useEntryForm<S, V extends FormValues & { speedDial: string }, I extends EntryIds>(
  kind: EntryKind,
  setting: (subject: EntrySubject<I>) => StoredSetting<S, V>,
  options: Pick<EntryFormProps<S, I>, 'state' | 'subject' | 'back'> & {
    check: (values: V, taken: (dial: string) => Problem | undefined) => Errors<V>
    nameOf: (values: V) => string
  },
): EntryForm<V> {
  const { state, subject, back, check, nameOf } = options
  const { ids, isNew } = subject
  const text = useText()
  const openBack = useOpenAfterSave(back)
  const {
    form: stored,
    changed,
    partly,
  } = useStoredForm(
    useMemo(() => setting(subject), [setting, subject]),
    {
      state,
      check: (values) => ({ errors: check(values, (dial) => takenSpeedDial(dial, ids.entry)) }),
      onSaved: ({ sent }) => {
        showToast({ status: 'ok', text: text('ui.saved', { name: nameOf(sent) }) })
        openBack()
      },
    },
  )
  const submit = useSpeedDial(stored)
  const form = { ...withLeft(stored, partly, kind), submit }
  return { form, frame: { kind, form, changed, isNew, back } }
}

/**
 * The form around the cards of a contact or call group, with its bar.
 * @param props.exists whether the device has the entry
 */
export function EntryFormFrame<V extends FormValues>(
  props: EntryForm<V>['frame'] & { exists: boolean; children: ReactNode },
) {
  const { kind, form, changed, isNew, back, exists, children } = props
  const text = useText()
  return (
    <SettingsForm form={form} label={text(entryTitle(kind, isNew))}>
      {changed && <ChangedNotice />}
      <SipOffNotice />
      {children}
      {isNew && !exists ? (
        <CreateBar
          form={form}
          verb={text(entryTitle(kind, true))}
          onCancel={() => history.navigate(back, { force: true })}
        />
      ) : (
        <SaveBar form={form} />
      )}
    </SettingsForm>
  )
}
