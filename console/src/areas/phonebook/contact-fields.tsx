import { Card } from '@lintel/ui/card'
import { SelectField, TextField } from '@lintel/ui/fields'
import { useFieldValue } from '@lintel/ui/form'
import type { Form } from '@lintel/ui/form'
import { useLanguage, useText } from '@lintel/ui/i18n'
import { DEPARTMENTS } from './contact-values.ts'
import type { ContactState, ContactValues } from './contact-values.ts'
import type { Features } from './features.ts'
import { ImageField } from '../../app/image/image-field.tsx'
import { SpeedDialField } from './parts/speed-dial-field.tsx'

/** The names, speed dial, department and image of a contact. B §2. */
export function ContactFields(props: {
  form: Form<ContactValues>
  state: ContactState
  features: Features
}) {
  const { form, state, features } = props
  const text = useText()
  return (
    <Card title={text('phonebook.contact')}>
      <TextField
        form={form}
        name="firstName"
        label={text('phonebook.firstName')}
        autoComplete="off"
      />
      <TextField
        form={form}
        name="lastName"
        label={text('phonebook.lastName')}
        autoComplete="off"
      />
      {features.callKeypad && <SpeedDialField form={form} optional={!features.needsSpeedDial} />}
      {features.departments && <DepartmentFields form={form} state={state} />}
      <ImageField form={form} version={state.contact?.version} />
    </Card>
  )
}

function DepartmentFields({ form, state }: { form: Form<ContactValues>; state: ContactState }) {
  const text = useText()
  const language = useLanguage()
  const department = useFieldValue(form, 'department')
  const departments = state.departments.toSorted((a, b) => a.label.localeCompare(b.label, language))
  const offered = DEPARTMENTS.filter(
    (one) => one !== 'SELECT' || departments.length > 0 || department === 'SELECT',
  )
  return (
    <>
      <SelectField
        form={form}
        name="department"
        label={text('phonebook.department')}
        options={offered.map((value) => ({ value, label: text(`phonebook.department.${value}`) }))}
      />
      {department === 'NEW' && (
        <TextField
          form={form}
          name="departmentName"
          label={text('phonebook.department.name')}
          autoComplete="off"
        />
      )}
      {department === 'SELECT' && (
        <SelectField
          form={form}
          name="departmentId"
          label={text('phonebook.department.which')}
          options={[
            { value: '', label: text('phonebook.department.choose') },
            ...departments.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
      )}
    </>
  )
}
