import { KEY_TYPES, DAYS_MAX } from '@lintel/contract/calls/certificates'
import type { KeyType } from '@lintel/contract/calls/certificates'
import type { MessageId } from '@lintel/contract/messages'
import { problem } from '@lintel/contract/rules/problem'
import { SelectField, TextField } from '@lintel/ui/fields'
import { useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { checkCommonName, checkCountry, checkDays, checkName, namesIn } from './checks.ts'
import type { CertificateDetails } from './read.ts'
import { createSelfSigned } from './store.ts'
import { Task } from './task.tsx'

export interface FormProps {
  certificates: readonly CertificateDetails[]
  /** Reads the list again: the request may have succeeded although its response was lost. */
  again: () => Promise<void>
  /** Called with the id of the new certificate. */
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
  keyType: 'EC-P256' as KeyType,
  commonName: '',
  names: '',
  organization: '',
  unit: '',
  locality: '',
  state: '',
  country: '',
  // Browsers refuse server certificates with a longer validity.
  days: '397',
}

/** Optional parts of the subject. */
const OPTIONAL = ['organization', 'unit', 'locality', 'state'] as const

/** A part of the subject, unless it is empty. */
const optional = (name: string, value: string) =>
  value.trim() === '' ? {} : { [name]: value.trim() }

/** Creates a key and a self-signed certificate, which a CA can sign later. */
export function CreateForm({ certificates, again, onDone, onCancel }: FormProps) {
  const text = useText()
  const form = useSettingsForm({
    values: EMPTY,
    check: ({ id, commonName, country, days }) => ({
      errors: {
        id: checkName(
          id,
          certificates.map((one) => one.id),
        ),
        commonName: checkCommonName(commonName),
        country: checkCountry(country),
        days: checkDays(days, DAYS_MAX),
      },
    }),
    async save(typed) {
      try {
        await make(typed)
      } finally {
        await again()
      }
    },
    onSaved({ id }) {
      showToast({ status: 'ok', text: text('certificates.made', { id }) })
      onDone(id)
    },
    checkOn: 'submit',
    failure: problem('ui.notDone'),
  })

  function field(name: Exclude<keyof typeof EMPTY, 'keyType'>, help?: MessageId) {
    return (
      <TextField
        key={name}
        form={form}
        name={name}
        label={text(`certificates.field.${name}`)}
        {...(help === undefined ? {} : { help: text(help) })}
        autoComplete="off"
      />
    )
  }

  return (
    <Task
      form={form}
      title={text('certificates.create')}
      note={text('certificates.create.note')}
      verb={text('certificates.create')}
      onCancel={onCancel}
    >
      {field('id', 'certificates.field.id.help')}
      {field('commonName', 'certificates.field.commonName.help')}
      {field('names', 'certificates.field.names.help')}
      <SelectField
        form={form}
        name="keyType"
        label={text('certificates.key')}
        help={text('certificates.key.help')}
        options={KEY_TYPES.map((type) => ({ value: type, label: KEY_NAMES[type] }))}
      />
      {field('days')}
      {OPTIONAL.map((name) => field(name))}
      {field('country', 'certificates.field.country.help')}
    </Task>
  )
}

async function make(typed: typeof EMPTY): Promise<void> {
  const { id, keyType, commonName, names, organization, unit, locality, state, country, days } =
    typed
  await createSelfSigned({
    CertificateID: id,
    KeyType: keyType,
    Subject: {
      CommonName: commonName,
      ...optional('Organization', organization),
      ...optional('OrganizationalUnit', unit),
      ...optional('Locality', locality),
      ...optional('State', state),
      ...optional('Country', country.toUpperCase()),
      AlternativeName: namesIn(names),
    },
    ValidDays: Number(days),
  })
}
