import { FILE_BYTES_MAX } from '@lintel/contract/calls/certificates'
import { problem } from '@lintel/contract/rules/problem'
import { PasswordField, SelectField, TextField } from '@lintel/ui/fields'
import { FileField } from '@lintel/ui/file-field'
import { useFieldValue, useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { checkFile, checkName, nameFrom } from './checks.ts'
import type { FormProps } from './create-form.tsx'
import { loadAuthority, loadContainer, loadWithKey } from './store.ts'
import { lazyPart } from '../app/lazy-part.tsx'
import { Task } from '../app/task.tsx'

const CertificatePreview = lazyPart(
  async () => (await import('./certificate-preview.tsx')).CertificatePreview,
)

const KINDS = ['pem', 'pkcs12', 'authority'] as const
type Kind = (typeof KINDS)[number]

const ACCEPTED: Record<Kind, string> = {
  pem: '.pem,.crt,.cer,.der',
  pkcs12: '.p12,.pfx',
  authority: '.pem,.crt,.cer,.der',
}

const EMPTY = {
  kind: 'pem' as Kind,
  file: null as File | null,
  /** The key, when it is in a separate file. */
  key: null as File | null,
  password: '',
  id: '',
}

/** Uploads a certificate with its key, or a CA certificate. */
export function UploadForm({ certificates, again, onDone, onCancel }: FormProps) {
  const text = useText()
  const form = useSettingsForm({
    values: EMPTY,
    check: ({ kind, file, key, id }) => ({
      errors: {
        file: checkFile(file),
        key: key && kind === 'pem' ? checkFile(key) : undefined,
        id: checkName(
          id,
          certificates.map((one) => one.id),
        ),
      },
    }),
    async save(typed) {
      try {
        await upload(typed)
      } finally {
        await again()
      }
    },
    onSaved({ id }) {
      showToast({ status: 'ok', text: text('certificates.taken', { id }) })
      onDone(id)
    },
    checkOn: 'submit',
    failure: problem('ui.notDone'),
  })
  const kind = useFieldValue(form, 'kind')

  /** Suggests a name until the person types one. */
  function suggestName(file: File): void {
    const { getFieldState, setValue } = form.methods
    // Not `isTouched`: the keyboard passes the field without typing.
    if (getFieldState('id').isDirty) return
    setValue('id', nameFrom(file), { shouldValidate: true })
  }

  return (
    <Task
      form={form}
      title={text('certificates.upload')}
      verb={text('certificates.upload')}
      onCancel={onCancel}
    >
      <SelectField
        form={form}
        name="kind"
        label={text('certificates.kind')}
        options={KINDS.map((one) => ({ value: one, label: text(`certificates.kind.${one}`) }))}
      />
      <FileField
        form={form}
        name="file"
        label={text('certificates.file')}
        help={text(`certificates.file.${kind}`)}
        verb={text('certificates.chooseFile')}
        accept={ACCEPTED[kind]}
        largest={FILE_BYTES_MAX}
        renderPreview={(file) => <CertificatePreview file={file} />}
        onChoose={suggestName}
      />
      {kind === 'pem' && (
        <FileField
          form={form}
          name="key"
          label={text('certificates.keyFile')}
          help={text('certificates.keyFile.help')}
          verb={text('certificates.chooseKey')}
          accept=".pem,.key,.der"
          largest={FILE_BYTES_MAX}
        />
      )}
      {kind === 'pkcs12' && (
        <PasswordField
          form={form}
          name="password"
          label={text('certificates.password')}
          help={text('certificates.password.help')}
          foreign
        />
      )}
      <TextField
        form={form}
        name="id"
        label={text('ui.name')}
        help={text('certificates.field.id.help')}
        autoComplete="off"
      />
    </Task>
  )
}

async function upload({ kind, file, key, password, id }: typeof EMPTY): Promise<void> {
  if (!file) return
  if (kind === 'pem') await loadWithKey(id, file, key ?? file)
  else if (kind === 'pkcs12') await loadContainer(id, file, password)
  else await loadAuthority(id, file)
}
