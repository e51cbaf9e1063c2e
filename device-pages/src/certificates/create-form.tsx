import { KEY_TYPES, DAYS_MAX } from '@lintel/contract/calls/certificates'
import type { KeyType } from '@lintel/contract/calls/certificates'
import type { MessageId } from '@lintel/contract/messages'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import { checkCommonName, checkCountry, checkDays, checkName, namesIn } from './checks.ts'
import { SelectControl, TextControl } from './controls.tsx'
import type { CertificateDetails } from './read.ts'
import { makeOne } from './store.ts'
import { Task } from './task.tsx'
import { useAction } from './use-action.ts'

export interface FormProps {
  certificates: readonly CertificateDetails[]
  /** Reads them again. */
  again: () => Promise<void>
  /** Told which one there is now. */
  onDone: (id: string) => void
  onCancel: () => void
}

const KEY_NAMES: Record<KeyType, string> = {
  'EC-P256': 'EC P-256',
  'RSA-2048': 'RSA 2048',
  'RSA-4096': 'RSA 4096',
}

const EMPTY = {
  id: '',
  commonName: '',
  names: '',
  organization: '',
  unit: '',
  locality: '',
  state: '',
  country: '',
  // Browsers refuse server certificates that are valid for longer.
  days: '397',
}

/** Parts of the subject that may stay empty. */
const OPTIONAL = ['organization', 'unit', 'locality', 'state'] as const

/** A part of the subject, unless it is empty. */
const given = (name: string, value: string) => (value.trim() === '' ? {} : { [name]: value.trim() })

/** Makes a key and a certificate that signs itself, which can go on to an authority. */
export function CreateForm({ certificates, again, onDone, onCancel }: FormProps) {
  const text = useText()
  const action = useAction(again)
  const [typed, setTyped] = useState(EMPTY)
  const [keyType, setKeyType] = useState<KeyType>('EC-P256')
  const [tried, setTried] = useState(false)
  const found = {
    id: checkName(
      typed.id,
      certificates.map((one) => one.id),
    ),
    commonName: checkCommonName(typed.commonName),
    country: checkCountry(typed.country),
    days: checkDays(typed.days, DAYS_MAX),
  }

  function control(name: keyof typeof EMPTY, help?: MessageId) {
    return (
      <TextControl
        key={name}
        label={text(`certificates.field.${name}`)}
        {...(help === undefined ? {} : { help: text(help) })}
        value={typed[name]}
        error={tried && name in found ? found[name as keyof typeof found] : undefined}
        onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
      />
    )
  }

  async function make() {
    const { commonName, names, organization, unit, locality, state, country, days } = typed
    const id = typed.id.trim()
    await makeOne({
      CertificateID: id,
      KeyType: keyType,
      Subject: {
        CommonName: commonName.trim(),
        ...given('Organization', organization),
        ...given('OrganizationalUnit', unit),
        ...given('Locality', locality),
        ...given('State', state),
        ...given('Country', country.toUpperCase()),
        AlternativeName: namesIn(names),
      },
      ValidDays: Number(days),
    })
    await again()
    showToast({ status: 'ok', text: text('certificates.made', { id }) })
    onDone(id)
  }

  return (
    <Task
      title={text('certificates.create')}
      note={text('certificates.create.note')}
      verb={text('certificates.create')}
      action={action}
      dirty={typed !== EMPTY}
      wrong={Object.values(found).some((problem) => problem !== undefined)}
      onTry={() => setTried(true)}
      onSend={() => action.run(make)}
      onCancel={onCancel}
    >
      {control('id', 'certificates.field.id.help')}
      {control('commonName', 'certificates.field.commonName.help')}
      {control('names', 'certificates.field.names.help')}
      <SelectControl
        label={text('certificates.key')}
        help={text('certificates.key.help')}
        value={keyType}
        options={KEY_TYPES.map((type) => ({ value: type, label: KEY_NAMES[type] }))}
        onChange={setKeyType}
      />
      {control('days')}
      {OPTIONAL.map((name) => control(name))}
      {control('country', 'certificates.field.country.help')}
    </Task>
  )
}
