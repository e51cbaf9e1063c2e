import type { ParameterValues } from '@lintel/contract/calls/parameters'
import type { Clip } from '@lintel/contract/parameters/clips'
import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { TextField } from '@lintel/ui/fields'
import { SettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { useMemo } from 'react'
import { ChangedNotice } from '../../app/stored/changed-notice.tsx'
import { useStoredForm } from '../../app/stored/stored-form.ts'
import { nameRule } from './add-clip.ts'
import { nameSetting } from './queries.ts'

/**
 * Renames a clip. B §2.
 * @param props.values the parameters, in which the clip still is
 * @param props.taken the names of the other clips
 */
export function RenameDialog(props: {
  clip: Clip
  values: ParameterValues
  taken: readonly string[]
  onClose: () => void
}) {
  const { clip, values, taken, onClose } = props
  const text = useText()
  const setting = useMemo(() => nameSetting(clip), [clip])
  const { form, changed } = useStoredForm(setting, {
    state: values,
    check: ({ name }) => ({ errors: { name: nameRule(taken)(name) } }),
    checkOn: 'submit',
    onSaved: onClose,
  })
  const title = text('audioclips.renameTitle', { name: clip.name })
  return (
    <Dialog open title={title} onClose={onClose}>
      <SettingsForm form={form} label={title} layout="stack">
        {changed && <ChangedNotice />}
        <TextField form={form} name="name" label={text('ui.name')} autoComplete="off" />
        <FormActions form={form} verb={text('audioclips.rename')}>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
        </FormActions>
      </SettingsForm>
    </Dialog>
  )
}
