import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { checkFile, checkName, nameFrom } from './checks.ts'
import { FileControl, SelectControl, TextControl } from './controls.tsx'
import type { FormProps } from './create-form.tsx'
import { loadAuthority, loadContainer, loadWithKey } from './store.ts'
import { Task } from './task.tsx'
import { useAction } from './use-action.ts'

const KINDS = ['pem', 'pkcs12', 'authority'] as const
type Kind = (typeof KINDS)[number]

const ACCEPTED: Record<Kind, string> = {
  pem: '.pem,.crt,.cer,.der',
  pkcs12: '.p12,.pfx',
  authority: '.pem,.crt,.cer,.der',
}

/** Takes a certificate from a file, with its key or as that of an authority. */
export function UploadForm({ certificates, again, onDone, onCancel }: FormProps) {
  const text = useText()
  const action = useAction(again)
  const [kind, setKind] = useState<Kind>('pem')
  const [name, setName] = useState<string>()
  const [file, setFile] = useState<File>()
  const [key, setKey] = useState<File>()
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const id = (name ?? (file ? nameFrom(file) : '')).trim()
  const nameProblem = checkName(
    id,
    certificates.map((one) => one.id),
  )
  const fileProblem = checkFile(file)
  const keyProblem = key && kind === 'pem' ? checkFile(key) : undefined

  async function load() {
    if (!file) return
    if (kind === 'pem') await loadWithKey(id, file, key)
    else if (kind === 'pkcs12') await loadContainer(id, file, password)
    else await loadAuthority(id, file)
    await again()
    showToast({ status: 'ok', text: text('certificates.taken', { id }) })
    onDone(id)
  }

  return (
    <Task
      title={text('certificates.upload')}
      verb={text('certificates.upload')}
      action={action}
      dirty={file !== undefined || name !== undefined || password !== ''}
      wrong={[nameProblem, fileProblem, keyProblem].some((problem) => problem !== undefined)}
      onTry={() => setTried(true)}
      onSend={() => action.run(load)}
      onCancel={onCancel}
    >
      <SelectControl
        label={text('certificates.kind')}
        value={kind}
        options={KINDS.map((one) => ({ value: one, label: text(`certificates.kind.${one}`) }))}
        onChange={setKind}
      />
      <FileControl
        label={text('certificates.file')}
        help={text(`certificates.file.${kind}`)}
        verb={text('certificates.chooseFile')}
        accept={ACCEPTED[kind]}
        value={file}
        error={tried ? fileProblem : undefined}
        onChange={setFile}
      />
      {kind === 'pem' && (
        <FileControl
          label={text('certificates.keyFile')}
          help={text('certificates.keyFile.help')}
          verb={text('certificates.chooseKey')}
          accept=".pem,.key,.der"
          value={key}
          error={tried ? keyProblem : undefined}
          onChange={setKey}
        />
      )}
      {kind === 'pkcs12' && (
        <TextControl
          label={text('certificates.password')}
          help={text('certificates.password.help')}
          type="password"
          autoComplete="off"
          value={password}
          onChange={setPassword}
        />
      )}
      <TextControl
        label={text('ui.name')}
        help={text('certificates.field.id.help')}
        value={name ?? (file ? nameFrom(file) : '')}
        error={tried ? nameProblem : undefined}
        onChange={setName}
      />
    </Task>
  )
}
