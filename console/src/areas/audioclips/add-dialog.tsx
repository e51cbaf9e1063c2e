import { clipKindOf, clipNameOf } from '@lintel/contract/rules/clips'
import { Button } from '@lintel/ui/button'
import { Dialog } from '@lintel/ui/dialog'
import { useFaultText } from '@lintel/ui/fault-text'
import { TextField } from '@lintel/ui/fields'
import { FileField } from '@lintel/ui/file-field'
import { setInput, SettingsForm, useSettingsForm } from '@lintel/ui/form'
import { FormActions } from '@lintel/ui/form-actions'
import { useText } from '@lintel/ui/i18n'
import { optionalComponent } from '@lintel/ui/optional-component'
import { Notice } from '@lintel/ui/notice'
import { Segmented } from '@lintel/ui/segmented'
import { showToast } from '@lintel/ui/toast'
import { useEffect, useRef, useState } from 'react'
import { UploadProgress } from '../../app/upload/upload-progress.tsx'
import { useUpload } from '../../app/upload/use-upload.ts'
import { ACCEPTED, checkAdd } from './add-clip.ts'
import type { AddValues } from './add-clip.ts'
import styles from './audioclips.module.css'
import { addClip, isFull, problemIn } from './queries.ts'
import { RecordField } from './record-field.tsx'

const ClipPreview = optionalComponent(async () => (await import('./clip-preview.tsx')).ClipPreview)

const EMPTY: AddValues = { name: '', file: null }

/**
 * Adds a clip: a file of this computer, or what its microphone records. B §2, OPEN-98.
 * @param props.largest size of a file in MB; undefined if only the device knows
 * @param props.taken the names of the clips
 */
export function AddDialog(props: {
  largest: number | undefined
  taken: readonly string[]
  onClose: () => void
}) {
  const { largest, taken, onClose } = props
  const text = useText()
  const [source, setSource] = useState<'file' | 'record'>('file')
  const upload = useUpload<AddValues>(async ({ name, file }, progress) => {
    if (file) await addClip(name.trim(), file, progress)
  })
  const form = useSettingsForm<AddValues>({
    values: EMPTY,
    check: checkAdd(largest, taken),
    checkOn: 'submit',
    save: upload.run,
    onSaved({ name }) {
      showToast({ status: 'ok', text: text('audioclips.added', { name: name.trim() }) })
      onClose()
    },
  })
  const { phase } = upload.state
  // The button that cancelled it is gone, with the focus.
  useEffect(() => {
    if (phase === 'cancelled') form.element.current?.focus()
  }, [phase, form.element])
  const chooseFile = useFileNames(form)
  /** A file of this computer is no recording, and the other way round. */
  function changeSource(to: typeof source) {
    form.methods.resetField('file', { defaultValue: null })
    setSource(to)
  }
  const title = text('audioclips.add')
  const sending = phase === 'sending'
  return (
    <Dialog open title={title} onClose={sending ? undefined : onClose}>
      {upload.state.phase === 'failed' && <UploadFailed fault={upload.state.fault} />}
      {upload.state.phase === 'sending' && (
        <UploadProgress
          state={upload.state}
          label={title}
          working={text('audioclips.checking')}
          onCancel={upload.cancel}
        />
      )}
      <div hidden={sending}>
        <div className={styles['source']}>
          <Segmented
            label={text('audioclips.source')}
            value={source}
            options={[
              { value: 'file', label: text('audioclips.source.file') },
              { value: 'record', label: text('audioclips.recording') },
            ]}
            onChange={changeSource}
          />
        </div>
        <SettingsForm form={form} label={title} layout="stack" failureAt="elsewhere">
          {source === 'file' ? (
            <FileField
              form={form}
              name="file"
              label={text('audioclips.file')}
              help={
                largest === undefined
                  ? text('audioclips.file.kinds')
                  : text('audioclips.file.help', { max: largest })
              }
              verb={text('audioclips.source.file')}
              accept={ACCEPTED}
              // A file of another kind has an error instead.
              renderPreview={(file) => clipKindOf(file.name) && <ClipPreview file={file} />}
              onChoose={chooseFile}
            />
          ) : (
            <RecordField form={form} onRecorded={chooseFile} />
          )}
          <TextField form={form} name="name" label={text('ui.name')} autoComplete="off" />
          <FormActions form={form} verb={title}>
            <Button onClick={onClose}>{text('ui.cancel')}</Button>
          </FormActions>
        </SettingsForm>
      </div>
    </Dialog>
  )
}

/**
 * Returns a function that names the clip after a new file, unless somebody has typed another name
 * (CLIPS-05).
 */
function useFileNames(form: ReturnType<typeof useSettingsForm<AddValues>>): (file: File) => void {
  const given = useRef('')
  return (file) => {
    const typed = form.methods.getValues('name').trim()
    if (typed !== '' && typed !== given.current) return
    given.current = clipNameOf(file.name)
    setInput(form, 'name', given.current)
  }
}

/** Why the device didn't take the file. It takes the focus. B §8. */
function UploadFailed({ fault }: { fault: unknown }) {
  const text = useText()
  const faultText = useFaultText()
  const full = isFull(fault)
  const problem = problemIn(fault)
  const other = full ? undefined : faultText(fault)
  const notice = useRef<HTMLDivElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <Notice
      ref={notice}
      status="crit"
      title={text(full ? 'validation.uploadNoSpace' : 'validation.errorUploadFailed')}
    >
      {problem ? text(`audioclips.problem.${problem}`) : other}
    </Notice>
  )
}
