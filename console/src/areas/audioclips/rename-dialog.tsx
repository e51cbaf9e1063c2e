import type { Clip } from '@lintel/contract/parameters/clips'
import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { TextField } from '@lintel/ui/fields'
import { SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { checkName } from './add-clip.ts'
import { rename } from './queries.ts'

/** B §2. */
export function RenameDialog({ clip, onClose }: { clip: Clip; onClose: () => void }) {
  const text = useText()
  const form = useSettingsForm({
    values: { name: clip.name },
    check: ({ name }) => ({ errors: { name: checkName(name) } }),
    checkOn: 'submit',
    save: ({ name }) => rename(clip.id, name.trim()),
    onSaved: onClose,
  })
  const title = text('audioclips.renameTitle', { name: clip.name })
  return (
    <Dialog open title={title} onClose={onClose}>
      <SettingsForm form={form} label={title} layout="stack">
        <TextField form={form} name="name" label={text('audioclips.name')} />
        <FormActions form={form} verb={text('audioclips.rename')}>
          <Button onClick={onClose}>{text('ui.cancel')}</Button>
        </FormActions>
      </SettingsForm>
    </Dialog>
  )
}
