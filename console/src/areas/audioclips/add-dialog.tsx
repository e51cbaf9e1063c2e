import { clipNameOf } from '@lintel/contract/rules/clips'
import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { TextField } from '@lintel/ui/fields'
import { FileField } from '@lintel/ui/file-field'
import { setInput, SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { Notice } from '@lintel/ui/notice'
import { Segmented } from '@lintel/ui/segmented'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { UploadProgress } from '../../app/upload/upload-progress.tsx'
import { useUpload } from '../../app/upload/use-upload.ts'
import { ACCEPTED, checkAdd } from './add-clip.ts'
import type { AddValues } from './add-clip.ts'
import styles from './audioclips.module.css'
import { addClip, isFull, problemIn } from './queries.ts'
import { RecordField } from './record-field.tsx'

const EMPTY: AddValues = { name: '', file: null }

/** Adds a clip: a file of this computer, or what its microphone records. B §2, OPEN-98. */
export function AddDialog({ largest, onClose }: { largest: number; onClose: () => void }) {
  const text = useText()
  const [source, setSource] = useState<'file' | 'record'>('file')
  const [sent, setSent] = useState(EMPTY)
  const upload = useUpload<AddValues>(
    async ({ name, file }, progress) => {
      if (file) await addClip(name.trim(), file, progress)
    },
    () => {
      showToast({ status: 'ok', text: text('audioclips.added', { name: sent.name.trim() }) })
      onClose()
    },
  )
  const sending = upload.state.phase === 'sending'
  const form = useSettingsForm<AddValues>({
    values: EMPTY,
    check: checkAdd(largest),
    checkOn: 'submit',
    async save(values) {
      setSent(values)
      upload.start(values)
    },
  })
  /** A new file names the clip, unless somebody has typed a name. */
  function choose(file: File) {
    const typed = form.methods.getFieldState('name').isTouched
    if (!typed) setInput(form, 'name', clipNameOf(file.name))
  }
  const title = text('audioclips.add')
  return (
    <Dialog open title={title} onClose={sending ? undefined : onClose}>
      {upload.state.phase === 'failed' && <UploadFailed fault={upload.state.fault} />}
      <div className={styles['source']}>
        <Segmented
          label={text('audioclips.source')}
          value={source}
          options={[
            { value: 'file', label: text('audioclips.source.file') },
            { value: 'record', label: text('audioclips.source.record') },
          ]}
          onChange={setSource}
        />
      </div>
      <SettingsForm form={form} label={title} layout="stack">
        {source === 'file' ? (
          <FileField
            form={form}
            name="file"
            label={text('audioclips.file')}
            help={text('audioclips.file.help', { max: largest })}
            verb={text('audioclips.source.file')}
            accept={ACCEPTED}
            onChoose={choose}
          />
        ) : (
          <RecordField form={form} />
        )}
        <TextField form={form} name="name" label={text('audioclips.name')} />
        {upload.state.phase === 'sending' ? (
          <UploadProgress
            state={upload.state}
            label={title}
            working={text('audioclips.checking')}
            onCancel={upload.cancel}
          />
        ) : (
          <FormActions form={form} verb={title}>
            <Button onClick={onClose}>{text('ui.cancel')}</Button>
          </FormActions>
        )}
      </SettingsForm>
    </Dialog>
  )
}

/** Why the device didn't take the file. B §8. */
function UploadFailed({ fault }: { fault: unknown }) {
  const text = useText()
  const faultText = useFaultText()
  const full = isFull(fault)
  const problem = problemIn(fault)
  const other = full ? undefined : faultText(fault)
  return (
    <Notice
      status="crit"
      title={text(full ? 'validation.uploadNoSpace' : 'validation.errorUploadFailed')}
    >
      {problem ? text(`audioclips.problem.${problem}`) : other}
    </Notice>
  )
}
