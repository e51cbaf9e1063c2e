import { KEY_TYPES, DAYS_MAX } from '@lintel/contract/calls/certificates'
import type { KeyType } from '@lintel/contract/calls/certificates'
import type { ParameterValues } from '@lintel/contract/calls/parameters'
import { problem } from '@lintel/contract/rules/problem'
import { deviceLocation } from '@lintel/contract/site'
import { SelectField, TextField } from '@lintel/ui/fields'
import { useSettingsForm } from '@lintel/ui/form'
import { useText } from '@lintel/ui/i18n'
import { showToast } from '@lintel/ui/toast'
import { useState } from 'react'
import {
  checkCommonName,
  checkCountry,
  checkDays,
  checkName,
  checkNames,
  namesIn,
} from './checks.ts'
import { namesOfDevice } from './names.ts'
import type { CertificateDetails } from './certificate.ts'
import { createSelfSigned } from './store.ts'
import { Task } from '../app/task.tsx'

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

/** Optional fields of one line. */
const OPTIONAL = ['organization', 'unit', 'locality', 'state', 'country'] as const

/** A part of the subject, unless it is empty. */
const optional = (name: string, value: string) =>
  value.trim() === '' ? {} : { [name]: value.trim() }

/** Creates a key and a self-signed certificate, which a CA can sign later. */
export function CreateForm(props: FormProps & { values: ParameterValues }) {
  const { values, certificates, again, onDone, onCancel } = props
  const text = useText()
  const [proposed] = useState(() => {
    const { commonName, others } = namesOfDevice(values, deviceLocation().hostname)
    return { ...EMPTY, commonName, names: others.join(', ') }
  })
  const form = useSettingsForm({
    values: proposed,
    check: ({ id, commonName, names, country, days }) => ({
      errors: {
        id: checkName(
          id,
          certificates.map((one) => one.id),
        ),
        commonName: checkCommonName(commonName),
        names: checkNames(names),
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

  const proper = (name: Exclude<keyof typeof EMPTY, 'keyType'>) => ({
    form,
    name,
    label: text(`certificates.field.${name}`),
    autoComplete: 'off',
  })

  return (
    <Task
      form={form}
      title={text('certificates.create')}
      note={text('certificates.create.note')}
      verb={text('certificates.create')}
      onCancel={onCancel}
    >
      <TextField {...proper('id')} help={text('certificates.field.id.help')} />
      <TextField {...proper('commonName')} help={text('certificates.field.commonName.help')} />
      <TextField
        {...proper('names')}
        help={text('certificates.field.names.help')}
        optional
        lines={3}
      />
      <SelectField
        form={form}
        name="keyType"
        label={text('certificates.key')}
        help={text('certificates.key.help')}
        options={KEY_TYPES.map((type) => ({ value: type, label: KEY_NAMES[type] }))}
      />
      <TextField {...proper('days')} inputMode="numeric" />
      {OPTIONAL.map((name) => (
        <TextField
          key={name}
          {...proper(name)}
          {...(name === 'country' ? { help: text('certificates.field.country.help') } : {})}
          optional
        />
      ))}
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
